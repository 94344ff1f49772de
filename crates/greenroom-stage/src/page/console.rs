//! What the consoles said, with the API adapter's own reports, by category.

use std::collections::BTreeMap;

use greenroom_browser::{ConsoleCategory, ConsoleLevel, ConsoleMessage};
use schemars::JsonSchema;
use scorm_session::{ApiCall, ApiErrorCode, ApiFunction, Origin};
use serde::{Deserialize, Serialize};

use super::mixed_content;
use crate::course::runtime::Runtime;

/// Longest message and stack that are shown.
const LONGEST: usize = 1000;
/// The names of the API objects.
const API_OBJECTS: [&str; 2] = ["API", "API_1484_11"];

/// One message of a console.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConsoleEntry {
    /// `error`, `warning`, `info` or `debug`
    pub level: Level,
    pub message: String,
    pub source: String,
    pub line: u32,
    pub column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    pub frame: Option<String>,
    pub timestamp: u64,
    pub category: Category,
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Info,
    Debug,
}

/// What a message is about: the first rule that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Syntax,
    ScormApi,
    Network,
    Runtime,
}

/// Everything that was said, oldest first.
pub fn entries(runtime: &Runtime) -> Vec<ConsoleEntry> {
    let messages = runtime.console().into_iter().map(ConsoleEntry::from);
    let mut entries: Vec<ConsoleEntry> = messages
        .chain(adapter_reports(runtime))
        .chain(mixed_content::warnings(runtime))
        .collect();
    entries.sort_by_key(|entry| entry.timestamp);
    entries
}

impl From<ConsoleMessage> for ConsoleEntry {
    fn from(message: ConsoleMessage) -> Self {
        Self {
            level: match message.level {
                ConsoleLevel::Error => Level::Error,
                ConsoleLevel::Warning => Level::Warning,
                ConsoleLevel::Info => Level::Info,
                ConsoleLevel::Debug => Level::Debug,
            },
            category: match message.category {
                ConsoleCategory::Syntax => Category::Syntax,
                _ if names_the_api(&message.message) => Category::ScormApi,
                ConsoleCategory::Network => Category::Network,
                ConsoleCategory::Runtime => Category::Runtime,
            },
            message: cut(&message.message),
            source: message.source,
            line: message.line,
            column: message.column,
            stack: message.stack.as_deref().map(cut),
            frame: message.frame.map(|frame| frame.to_string()),
            timestamp: message.timestamp,
        }
    }
}

/// The content's calls that the API answered with an error.
fn adapter_reports(runtime: &Runtime) -> Vec<ConsoleEntry> {
    runtime.live.read(|replica| {
        let mut engine = replica.engine.clone();
        let mut texts: BTreeMap<ApiErrorCode, String> = BTreeMap::new();
        let mut reports = Vec::new();
        let failed = |call: &&ApiCall| call.origin == Origin::Content && call.failed();
        for call in replica.calls.iter().filter(failed) {
            let text = texts.entry(call.error_code).or_insert_with(|| {
                let function = ApiFunction::GetErrorString;
                let code = call.error_code.to_string();
                let answer = engine.call(function, &[Some(&code)], Origin::Tool, 0, 0);
                answer.value
            });
            reports.push(report(call, text));
        }
        reports
    })
}

fn report(call: &ApiCall, text: &str) -> ConsoleEntry {
    let args: Vec<String> = call
        .args
        .iter()
        .map(|arg| format!("{:?}", arg.as_deref().unwrap_or_default()))
        .collect();
    // Asking for a value that is not there yet is how content finds out.
    let asked = [ApiErrorCode(301), ApiErrorCode::VALUE_NOT_INITIALIZED].contains(&call.error_code)
        && call.function() == ApiFunction::GetValue;
    let message = format!(
        "{}({}) answered {:?}, error {}: {text}",
        call.method,
        args.join(", "),
        call.result,
        call.error_code
    );
    ConsoleEntry {
        level: if asked { Level::Warning } else { Level::Error },
        message: cut(&message),
        source: format!("API adapter, {}", call.activity),
        line: 0,
        column: 0,
        stack: None,
        frame: None,
        timestamp: call.timestamp,
        category: Category::ScormApi,
    }
}

fn names_the_api(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.contains("cmi.")
        || text.contains("adl.nav")
        || text.contains("adl.data")
        || text
            .split(|c| !is_word(c))
            .any(|word| API_OBJECTS.contains(&word) || ApiFunction::parse(word).is_some())
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::names_the_api;

    #[test]
    fn messages_about_the_api_are_told_apart() {
        for (text, want) in [
            ("API_1484_11 is not defined", true),
            (
                "Cannot read properties of null (reading 'LMSSetValue')",
                true,
            ),
            ("could not set cmi.score.raw", true),
            ("x is not a function", false),
            ("the APIs of the browser", false),
            ("GET http://a/missing.js 404", false),
        ] {
            assert_eq!(names_the_api(text), want, "{text}");
        }
    }
}
