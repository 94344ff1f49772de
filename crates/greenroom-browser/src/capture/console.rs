//! Console messages, uncaught exceptions and browser reports of all pages, frames and workers.

use greenroom_stdx::now_ms;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bounded::{self, Weight};
use super::ring::Ring;
use super::stack::StackTrace;
use crate::context::FrameId;

const LIMIT: usize = 2000;
/// In every report that a page broke its own rules on what it may load and run.
const POLICY: &str = "Content Security Policy";

/// How serious a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ConsoleLevel {
    /// Errors, failed asserts, uncaught exceptions.
    Error,
    /// Warnings.
    Warning,
    /// Everything else that is not debug output.
    Info,
    /// `console.debug` and verbose reports.
    Debug,
}

/// What a message is about, as far as a browser can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ConsoleCategory {
    /// A script could not be parsed.
    Syntax,
    /// Failed load, HTTP status 400 and above, blocked, CORS, CSP, mixed content.
    Network,
    /// The rest, including crashes.
    Runtime,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConsoleMessage {
    /// How serious it is.
    pub level: ConsoleLevel,
    /// Its text.
    pub message: String,
    /// Address of the script or resource.
    pub source: String,
    /// Line in it, from 1; 0 if unknown.
    pub line: u32,
    /// Column in it, from 1; 0 if unknown.
    pub column: u32,
    /// Calls that led to it, innermost first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Frame that it came from; none for workers.
    pub frame: Option<FrameId>,
    /// When, in milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// What it is about.
    pub category: ConsoleCategory,
}

impl Weight for ConsoleMessage {
    fn weight(&self) -> usize {
        let stack = self.stack.as_ref().map_or(0, String::len);
        size_of::<Self>() + self.message.len() + self.source.len() + stack
    }
}

/// The newest messages of a context.
pub(crate) type ConsoleLog = Ring<ConsoleMessage, LIMIT>;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConsoleCall {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    args: Vec<Value>,
    #[serde(default)]
    execution_context_id: i64,
    timestamp: Option<f64>,
    #[serde(default)]
    stack_trace: StackTrace,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionDetails {
    #[serde(default)]
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) line_number: u32,
    #[serde(default)]
    pub(crate) column_number: u32,
    #[serde(default)]
    pub(crate) url: String,
    #[serde(default)]
    pub(crate) stack_trace: StackTrace,
    #[serde(default)]
    pub(crate) exception: Value,
    #[serde(default)]
    execution_context_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogEntry {
    #[serde(default)]
    source: String,
    #[serde(default)]
    level: String,
    #[serde(default)]
    text: String,
    timestamp: Option<f64>,
    #[serde(default)]
    url: String,
    line_number: Option<u32>,
    #[serde(default)]
    stack_trace: StackTrace,
}

impl ConsoleMessage {
    /// The message of a console, exception or log event; none for other events.
    pub(crate) fn from_cdp(
        method: &str,
        params: &Value,
        frame_of_script: impl Fn(i64) -> Option<FrameId>,
        root: impl Fn() -> Option<FrameId>,
    ) -> Option<Self> {
        match method {
            "Runtime.consoleAPICalled" => {
                let call = ConsoleCall::deserialize(params).ok()?;
                let frame = frame_of_script(call.execution_context_id);
                Some(Self::from_call(&call, frame))
            }
            "Runtime.exceptionThrown" => {
                let details = ExceptionDetails::deserialize(&params["exceptionDetails"]).ok()?;
                let frame = frame_of_script(details.execution_context_id);
                Some(Self::from_exception(
                    &details,
                    params["timestamp"].as_f64(),
                    frame,
                ))
            }
            "Log.entryAdded" => {
                let entry = LogEntry::deserialize(&params["entry"]).ok()?;
                // A page repeats what its workers say; we hear them ourselves.
                (entry.source != "worker").then(|| Self::from_entry(entry, root()))
            }
            _ => None,
        }
    }

    /// As it is kept; `cut` bytes were taken out of it before it was read.
    pub(crate) fn bounded(mut self, cut: u64) -> Self {
        self.message = bounded::text(self.message, cut);
        self.source = bounded::address(self.source);
        self.stack = self.stack.map(|stack| bounded::text(stack, 0));
        self
    }

    /// Stands for a message of which too little was kept to read it.
    pub(crate) fn unreadable(method: &str, page: Option<FrameId>) -> Option<Self> {
        let what = match method {
            "Runtime.consoleAPICalled" => "a message of the console",
            "Runtime.exceptionThrown" => "an uncaught exception",
            "Log.entryAdded" => "a report of the browser",
            _ => return None,
        };
        Some(Self::warning(
            page,
            format!("{what} was too large to be kept"),
        ))
    }

    /// What we have to say ourselves.
    pub(crate) fn warning(page: Option<FrameId>, message: String) -> Self {
        Self {
            level: ConsoleLevel::Warning,
            frame: page,
            ..Self::of_greenroom(message)
        }
    }

    /// The renderer of a page ended.
    pub(crate) fn crash(page: &FrameId, message: &str) -> Self {
        Self {
            frame: Some(page.clone()),
            ..Self::of_greenroom(message.into())
        }
    }

    fn of_greenroom(message: String) -> Self {
        Self {
            level: ConsoleLevel::Error,
            message,
            source: String::new(),
            line: 0,
            column: 0,
            stack: None,
            frame: None,
            timestamp: now_ms(),
            category: ConsoleCategory::Runtime,
        }
    }

    /// Whether an event is one that consoles show.
    pub(crate) fn is_in(method: &str) -> bool {
        matches!(
            method,
            "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded"
        )
    }

    fn from_call(call: &ConsoleCall, frame: Option<FrameId>) -> Self {
        let level = match call.kind.as_str() {
            "error" | "assert" => ConsoleLevel::Error,
            "warning" => ConsoleLevel::Warning,
            "debug" => ConsoleLevel::Debug,
            _ => ConsoleLevel::Info,
        };
        let top = call.stack_trace.call_frames.first();
        let with_stack = matches!(call.kind.as_str(), "error" | "assert" | "warning" | "trace");
        Self {
            level,
            message: super::text::of_arguments(&call.args),
            source: top.map(|frame| frame.url.clone()).unwrap_or_default(),
            line: top.map_or(0, |frame| frame.line_number + 1),
            column: top.map_or(0, |frame| frame.column_number + 1),
            stack: if with_stack {
                call.stack_trace.text()
            } else {
                None
            },
            frame,
            timestamp: milliseconds(call.timestamp),
            category: ConsoleCategory::Runtime,
        }
    }

    fn from_exception(
        details: &ExceptionDetails,
        timestamp: Option<f64>,
        frame: Option<FrameId>,
    ) -> Self {
        let what = super::text::of_remote_object(&details.exception);
        let first_line = what.lines().next().unwrap_or_default();
        let top = details.stack_trace.call_frames.first();
        let syntax = details.exception["className"] == "SyntaxError" && top.is_none();
        let source = if details.url.is_empty() {
            top.map(|frame| frame.url.clone()).unwrap_or_default()
        } else {
            details.url.clone()
        };
        Self {
            level: ConsoleLevel::Error,
            message: format!("{} {first_line}", details.text).trim().to_owned(),
            source,
            line: details.line_number + 1,
            column: details.column_number + 1,
            stack: details.stack_trace.text(),
            frame,
            timestamp: milliseconds(timestamp),
            category: if syntax {
                ConsoleCategory::Syntax
            } else if first_line.contains(POLICY) {
                ConsoleCategory::Network
            } else {
                ConsoleCategory::Runtime
            },
        }
    }

    fn from_entry(entry: LogEntry, frame: Option<FrameId>) -> Self {
        const ABOUT_NETWORK: &[&str] = &["CORS policy", POLICY, "Mixed Content", "net::ERR_"];
        let network = matches!(entry.source.as_str(), "network" | "security")
            || ABOUT_NETWORK.iter().any(|words| entry.text.contains(words));
        let level = match entry.level.as_str() {
            "error" => ConsoleLevel::Error,
            "warning" => ConsoleLevel::Warning,
            "verbose" => ConsoleLevel::Debug,
            _ => ConsoleLevel::Info,
        };
        Self {
            level,
            message: entry.text,
            source: entry.url,
            line: entry.line_number.map_or(0, |line| line + 1),
            column: 0,
            stack: entry.stack_trace.text(),
            frame,
            timestamp: milliseconds(entry.timestamp),
            category: if network {
                ConsoleCategory::Network
            } else {
                ConsoleCategory::Runtime
            },
        }
    }
}

fn milliseconds(timestamp: Option<f64>) -> u64 {
    timestamp.map_or_else(now_ms, |time| time as u64)
}
