//! Asking in a client of 2026-07-28: a call ends with a question for its human, and comes back with
//! the answer.
//!
//! What must be known then travels with the client, signed: so any server that has the key can go on.

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use greenroom_human::Token;
use greenroom_stdx::private_files;
use greenroom_tools::Elicitation;
use rmcp::model::{ErrorData, InputRequiredResult, InputResponses, RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The tool that fetches an answer.
pub(super) const RESULT_TOOL: &str = "dialog_result";

/// The name of our one question among those of a client.
const ANSWER: &str = "answer";

/// How long a client may take to come back.
const GOOD_FOR: Duration = Duration::from_hours(1);

/// What a client asks its human.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) dialog_id: String,
    message: String,
    schema: Value,
}

/// What the client came back with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Given {
    /// It must ask again.
    Nothing,
    /// The human did not want to answer there.
    Refused,
    Content(Value),
}

impl Asked {
    pub(super) fn of(question: Elicitation) -> Self {
        Self {
            dialog_id: question.dialog_id,
            message: question.message,
            schema: question.schema,
        }
    }

    /// For [`RESULT_TOOL`].
    pub(super) fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        arguments.insert("dialog_id".to_owned(), json!(self.dialog_id));
        arguments
    }

    /// The same question, with the reason why it is asked again.
    pub(super) fn refused(&self, reason: &str) -> Self {
        let question = self.message.split("\n\n(").next().unwrap_or_default();
        Self {
            message: format!("{question}\n\n({reason})"),
            ..self.clone()
        }
    }
}

/// The answer to our question among those of the client.
pub(super) fn answer_in(responses: Option<&InputResponses>) -> Given {
    let Some(answer) = responses.and_then(|all| all.get(ANSWER)) else {
        return Given::Nothing;
    };
    match answer["action"].as_str() {
        Some("accept") if answer["content"].is_object() => {
            Given::Content(answer["content"].clone())
        }
        Some("decline" | "cancel") => Given::Refused,
        _ => Given::Nothing,
    }
}

/// Seals and opens what clients carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestStates {
    codec: Arc<OnceLock<RequestStateCodec>>,
    /// Whose they are. What one caller carries is nothing in the hands of another.
    whose: String,
}

impl RequestStates {
    /// With a key that outlives the process, and that several servers may have.
    pub(crate) fn kept_in(path: &Path) -> io::Result<Self> {
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        let key = if kept.trim().len() >= 64 {
            Token::from_text(&kept)
        } else {
            let folder = path.parent().unwrap_or(Path::new(""));
            private_files::create_dir(folder)?;
            let key = Token::draw().map_err(io::Error::other)?;
            key.write(path)?;
            key
        };
        let codec = RequestStateCodec::try_new(key.reveal().as_bytes().to_vec());
        let codec = codec.map_err(io::Error::other)?;
        Ok(Self {
            codec: Arc::new(OnceLock::from(codec)),
            whose: String::new(),
        })
    }

    /// Those of one caller.
    pub(crate) fn of(&self, whose: &str) -> Self {
        Self {
            codec: Arc::clone(&self.codec),
            whose: whose.to_owned(),
        }
    }

    fn codec(&self) -> Result<&RequestStateCodec, ErrorData> {
        if let Some(codec) = self.codec.get() {
            return Ok(codec);
        }
        // On stdio nobody else goes on with it, so the key need not outlive the process.
        let internal = |why: String| ErrorData::internal_error(why, None);
        let key = Token::draw().map_err(|error| internal(error.to_string()))?;
        let codec = RequestStateCodec::try_new(key.reveal().as_bytes().to_vec());
        let codec = codec.map_err(|error| internal(error.to_string()))?;
        Ok(self.codec.get_or_init(|| codec))
    }

    fn bound_to(&self, tool: &str) -> Vec<u8> {
        format!("{}\0{tool}", self.whose).into_bytes()
    }

    /// The answer of a call that ends with a question.
    pub(super) fn ask(&self, asked: &Asked, tool: &str) -> Result<InputRequiredResult, ErrorData> {
        let internal = |why: String| ErrorData::internal_error(why, None);
        let bound_to = self.bound_to(tool);
        let options = SealOptions::new().associated_data(&bound_to).ttl(GOOD_FOR);
        let state = self.codec()?.seal_json_with(asked, &options);
        let state = state.map_err(|error| internal(error.to_string()))?;
        let result = json!({
            "resultType": "input_required",
            "inputRequests": {ANSWER: {"method": "elicitation/create", "params": {
                "mode": "form", "message": asked.message, "requestedSchema": asked.schema,
            }}},
            "requestState": state,
        });
        serde_json::from_value(result).map_err(|error| internal(error.to_string()))
    }

    /// What a client brought back, if it is of this server and this caller.
    pub(super) fn open(&self, state: &str, tool: &str) -> Result<Asked, ErrorData> {
        let opened = self.codec()?.open_json_with(state, &self.bound_to(tool));
        opened.map_err(|error| {
            tracing::warn!(target: "mcp", %error, "REQUEST_STATE_REFUSED");
            let message =
                "MCP_INVALID_PARAMS: requestState is not of this server and this call, or too old";
            let hint = "Call the tool again without requestState.";
            let data = json!({"error_code": "MCP_INVALID_PARAMS", "hint": hint,
                "details": {"reason": "request_state"}});
            ErrorData::invalid_params(message, Some(data))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Asked {
        Asked {
            dialog_id: "d1".to_owned(),
            message: "Ship?".to_owned(),
            schema: json!({"type": "object", "properties": {"confirmed": {"type": "boolean"}}}),
        }
    }

    #[test]
    fn a_state_is_good_for_its_caller_and_its_tool_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("http/key");
        let anna = RequestStates::kept_in(&path).unwrap().of("anna");
        let result = anna.ask(&asked(), "confirm").unwrap();
        let state = result.request_state.unwrap();
        assert_eq!(anna.open(&state, "confirm").unwrap(), asked());
        let again = RequestStates::kept_in(&path).unwrap();
        assert!(
            again.of("anna").open(&state, "confirm").is_ok(),
            "after a restart"
        );
        for (states, tool) in [
            (anna.of("bob"), "confirm"),
            (anna.clone(), "text_input"),
            (RequestStates::default().of("anna"), "confirm"),
        ] {
            let error = states.open(&state, tool).unwrap_err();
            assert_eq!(error.data.unwrap()["error_code"], "MCP_INVALID_PARAMS");
        }
        for cut in 0..state.len() {
            assert!(anna.open(&state[..cut], "confirm").is_err());
        }
    }

    #[test]
    fn only_an_answer_to_our_question_counts() {
        for (given, want) in [
            (json!({}), Given::Nothing),
            (
                json!({"other": {"action": "accept", "content": {}}}),
                Given::Nothing,
            ),
            (json!({"answer": {"action": "accept"}}), Given::Nothing),
            (
                json!({"answer": {"action": "accept", "content": 7}}),
                Given::Nothing,
            ),
            (json!({"answer": 7}), Given::Nothing),
            (json!({"answer": {"action": "decline"}}), Given::Refused),
            (json!({"answer": {"action": "cancel"}}), Given::Refused),
            (
                json!({"answer": {"action": "accept", "content": {"confirmed": true}}, "more": 1}),
                Given::Content(json!({"confirmed": true})),
            ),
        ] {
            let responses: InputResponses = serde_json::from_value(given.clone()).unwrap();
            assert_eq!(answer_in(Some(&responses)), want, "{given}");
        }
        assert_eq!(answer_in(None), Given::Nothing);
    }
}
