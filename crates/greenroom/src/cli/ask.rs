//! `greenroom ask`: a shell script asks a person, over the WebSocket endpoint.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use greenroom_human::client::{Endpoint, RequestError};
use greenroom_human::run_files;
use serde_json::{Map, Value, json};

use crate::start::{self, StartError, StartOptions};

/// The human said No to a `confirm`.
const NO: u8 = 1;
/// The human cancelled or declined, or nobody acted in time.
const NO_ANSWER: u8 = 4;
/// The question could not be asked.
const NOT_ASKED: u8 = 5;

/// JSON-RPC errors that say how a question ended.
const USER_CANCELLED: i64 = -32603;
const NO_RESPONSE: i64 = -32011;

/// Ask the human and print the answer
#[derive(Debug, clap::Args)]
pub(super) struct Ask {
    /// confirm, text_input, single_choice, multi_choice, planner or screenshot_request
    tool: String,
    /// The question
    question: String,
    /// Options of a choice, as VALUE or VALUE=LABEL
    options: Vec<String>,
    /// More parameters as a JSON object
    #[arg(long, value_name = "JSON")]
    with: Option<String>,
    /// Print the whole result as JSON
    #[arg(long)]
    json: bool,
    /// Name on the card
    #[arg(long, value_name = "NAME", default_value = "shell")]
    client: String,
}

/// Asks, waits, prints. Exit code 0: an answer (for `confirm`: Yes); 1: No; 4: no answer.
pub(super) fn run(ask: &Ask, options: &StartOptions) -> Result<ExitCode, StartError> {
    let arguments = ask.arguments()?;
    let data_directory = start::data_directory()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let app = start::app(options)?;
        // Without a running workbench this process serves one for the time of its question.
        let _own = match run_files::running(&data_directory) {
            Some(_) if connect(&data_directory, &ask.client).await.is_ok() => None,
            _ => Some(app.humans().workbench().await?),
        };
        let outcome = match connect(&data_directory, &ask.client).await {
            Ok(endpoint) => {
                let params = json!({"name": ask.tool, "arguments": arguments});
                endpoint.request("tools/call", &params).await
            }
            Err(error) => Err(error),
        };
        let code = ask.report(outcome);
        app.close().await;
        Ok(code)
    })
}

async fn connect(data_directory: &Path, client: &str) -> Result<Endpoint, RequestError> {
    let missing = || RequestError::Lost("no workbench is running".to_owned());
    let running = run_files::running(data_directory).ok_or_else(missing)?;
    let token = run_files::agent_token(data_directory).ok_or_else(missing)?;
    let name: String = client
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    Endpoint::connect(running.port, &token, &format!("client={name}")).await
}

impl Ask {
    fn arguments(&self) -> Result<Map<String, Value>, StartError> {
        let mut arguments = match &self.with {
            None => Map::new(),
            Some(text) => serde_json::from_str(text)
                .map_err(|error| StartError::Unusable(format!("--with: {error}")))?,
        };
        let name = if self.tool == "planner" {
            "decision_context"
        } else {
            "question"
        };
        arguments.insert(name.to_owned(), json!(self.question));
        let takes_options =
            ["planner", "single_choice", "multi_choice"].contains(&self.tool.as_str());
        if takes_options && !arguments.contains_key("options") {
            let options: Vec<Value> = self
                .options
                .iter()
                .map(|option| {
                    let (value, label) = option.split_once('=').unwrap_or((option, option));
                    json!({"value": value, "label": label})
                })
                .collect();
            arguments.insert("options".to_owned(), json!(options));
        } else if !self.options.is_empty() {
            let text = format!("{} takes no options", self.tool);
            return Err(StartError::Unusable(text));
        }
        Ok(arguments)
    }

    /// The exit code carries the answer too, so it counts even where nobody reads the output.
    fn report(&self, outcome: Result<Value, RequestError>) -> ExitCode {
        let print = |text: &dyn Display| {
            let _nobody_reads = super::print(text);
        };
        match outcome {
            Ok(result) => {
                if self.json {
                    print(&result);
                } else {
                    for line in lines(&result) {
                        print(&line);
                    }
                }
                match result.get("confirmed") {
                    Some(Value::Bool(false)) => ExitCode::from(NO),
                    _ => ExitCode::SUCCESS,
                }
            }
            Err(RequestError::Refused(error)) => {
                let code = error["code"].as_i64().unwrap_or_default();
                let was_asked = error["data"]["cancelled"] == true && code == USER_CANCELLED
                    || code == NO_RESPONSE;
                if self.json {
                    print(&error);
                }
                let comment = error["data"]["comment"].as_str();
                let comment = comment.map(|text| format!(": {text}")).unwrap_or_default();
                let text = error["message"].as_str().unwrap_or_default();
                super::say_error(&format!("{text}{comment}"));
                ExitCode::from(if was_asked { NO_ANSWER } else { NOT_ASKED })
            }
            Err(lost) => {
                super::say_error(&lost.to_string());
                ExitCode::from(NOT_ASKED)
            }
        }
    }
}

/// The answer for a shell: the value, one per line.
fn lines(result: &Value) -> Vec<String> {
    let text = |name: &str| {
        result[name]
            .as_str()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    if let Some(choices) = result["choices"].as_array().filter(|all| !all.is_empty()) {
        return choices
            .iter()
            .filter_map(|choice| choice.as_str().map(str::to_owned))
            .collect();
    }
    if let Value::Bool(confirmed) = &result["confirmed"] {
        return vec![if *confirmed { "yes" } else { "no" }.to_owned()];
    }
    ["choice", "text", "additionalContext", "additionalText"]
        .iter()
        .find_map(|name| text(name))
        .into_iter()
        .collect()
}
