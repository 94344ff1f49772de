//! What an act caused: API calls, changed data, navigation, dialogs, console errors.

use std::time::Duration;

use greenroom_browser::{ConsoleLevel, ContextEvent, EventStream};
use greenroom_report::run::Departed;
use schemars::JsonSchema;
use scorm_session::history::HistoryEntry;
use scorm_session::{ApiCall, ApiErrorCode, ApiMethod};
use serde::Serialize;

use super::told;
use crate::StageError;
use crate::course::runtime::Runtime;

/// How many of each kind are shown.
const SHOWN: usize = 10;
/// Longest text that is shown of a value.
const LONGEST: usize = 200;
/// How long an act may take to come to rest.
const SETTLE_LIMIT: Duration = Duration::from_secs(2);

/// Looks on from the moment before an act.
#[derive(Debug)]
pub struct Watch {
    events: EventStream,
    calls: usize,
    changes: usize,
    /// It had left before.
    departed: Option<Departed>,
}

/// What happened between the begin and the end of a watch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Effects {
    pub api_calls: Few<CallSeen>,
    /// Those that the engine refused
    pub refused_calls: Few<CallSeen>,
    pub data_changes: Few<Change>,
    /// Frames that show another document or address
    pub navigated: Few<Arrival>,
    pub dialogs: Few<DialogSeen>,
    pub console_errors: Few<String>,
    /// The course closed its window or took it elsewhere, and is over
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Departed>,
}

/// A count and the first ten.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Few<T> {
    pub count: usize,
    pub first: Vec<T>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CallSeen {
    #[schemars(with = "String")]
    method: ApiMethod,
    args: Vec<Option<String>>,
    result: String,
    #[schemars(with = "String")]
    error_code: ApiErrorCode,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Change {
    element: String,
    previous: Option<String>,
    new: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Arrival {
    frame: String,
    url: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DialogSeen {
    /// `alert`, `confirm`, `prompt` or `beforeunload`
    kind: serde_json::Value,
    message: String,
    accepted: bool,
}

impl Watch {
    pub fn begin(runtime: &Runtime) -> Self {
        told::acting(&runtime.session);
        let events = runtime.context.events();
        let (calls, changes, departed) = runtime.live.read(|replica| {
            let changes = replica.history.entries().len();
            (replica.calls.len(), changes, replica.departed.clone())
        });
        Self {
            events,
            calls,
            changes,
            departed,
        }
    }

    /// Waits until the page has come to rest, and tells what happened.
    pub async fn finish(mut self, runtime: &Runtime) -> Result<Effects, StageError> {
        rest(runtime).await?;
        told::report_headings(runtime).await;
        let mut navigated = Few::new();
        let mut dialogs = Few::new();
        let mut console_errors = Few::new();
        while let Some(event) = self.events.try_next() {
            match event {
                ContextEvent::Navigated { frame, url, .. } if url != "about:blank" => {
                    navigated.add(|| Arrival {
                        frame: frame.to_string(),
                        url: shortened(&url),
                    });
                }
                ContextEvent::Dialog(dialog) => dialogs.add(|| DialogSeen {
                    kind: serde_json::to_value(dialog.kind).unwrap_or_default(),
                    message: shortened(&dialog.message),
                    accepted: dialog.accepted,
                }),
                ContextEvent::Console(message)
                    if message.level == ConsoleLevel::Error
                        && !runtime.is_players(&message.source) =>
                {
                    console_errors.add(|| shortened(&message.message));
                }
                _ => {}
            }
        }
        Ok(Effects {
            api_calls: self.calls_since(runtime, |_| true),
            refused_calls: self.calls_since(runtime, ApiCall::failed),
            data_changes: self.changes_since(runtime),
            navigated,
            dialogs,
            console_errors,
            left: runtime
                .live
                .read(|replica| replica.departed.clone())
                .filter(|now| self.departed.as_ref() != Some(now)),
        })
    }

    /// The calls since the begin, whole.
    pub fn calls(&self, runtime: &Runtime) -> Vec<ApiCall> {
        runtime.live.read(|replica| {
            let calls = replica.calls.get(self.calls..).unwrap_or_default();
            calls.to_vec()
        })
    }

    /// The changes of the data model since the begin, whole.
    pub fn changes(&self, runtime: &Runtime) -> Vec<HistoryEntry> {
        runtime.live.read(|replica| {
            let entries = replica.history.entries();
            entries.get(self.changes..).unwrap_or_default().to_vec()
        })
    }

    fn calls_since(&self, runtime: &Runtime, wanted: fn(&ApiCall) -> bool) -> Few<CallSeen> {
        let mut few = Few::new();
        for call in self.calls(runtime).into_iter().filter(wanted) {
            few.add(|| CallSeen {
                method: call.method,
                args: shortened_all(&call.args),
                result: shortened(&call.result),
                error_code: call.error_code,
            });
        }
        few
    }

    fn changes_since(&self, runtime: &Runtime) -> Few<Change> {
        let mut few = Few::new();
        let entries = self.changes(runtime).into_iter();
        // Writing the value that is there already changes nothing.
        for entry in entries.filter(|entry| entry.before != entry.after) {
            few.add(|| Change {
                previous: entry.before.as_deref().map(shortened),
                new: entry.after.as_deref().map(shortened),
                element: entry.element,
            });
        }
        few
    }
}

/// Waits until the page has come to rest and everything it did is recorded.
pub async fn rest(runtime: &Runtime) -> Result<(), StageError> {
    runtime.settle_within(SETTLE_LIMIT).await?;
    runtime.flush().await?;
    Ok(())
}

impl Effects {
    /// In a few words, for the message of an answer.
    pub fn summary(&self) -> String {
        let refused = match self.refused_calls.count {
            0 => String::new(),
            count => format!(" ({count} refused)"),
        };
        let left = match &self.left {
            Some(departed) => format!("; {departed}"),
            None => String::new(),
        };
        format!(
            "{} API calls{refused}, {} data changes, {} console errors{left}",
            self.api_calls.count, self.data_changes.count, self.console_errors.count
        )
    }
}

impl<T> Few<T> {
    fn new() -> Self {
        Self {
            count: 0,
            first: Vec::new(),
        }
    }

    fn add(&mut self, make: impl FnOnce() -> T) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(make());
        }
    }
}

fn shortened_all(args: &[Option<String>]) -> Vec<Option<String>> {
    args.iter()
        .map(|arg| arg.as_deref().map(shortened))
        .collect()
}

/// The beginning of a text, marked if there was more.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
