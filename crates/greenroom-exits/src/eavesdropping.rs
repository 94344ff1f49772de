//! What the content tries while it is left, heard in the page: also what never arrives.

use greenroom_browser::{BindingCall, Context};
use greenroom_stage::course::circumstances::Witness;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedReceiver;

const EAVESDROP: &str = include_str!("eavesdrop.js");
const BINDING: &str = "greenroomHeard";
/// What is kept of one visit: a course that calls without end is heard no better.
const MOST: usize = 5000;

/// A call that the content made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// `SetValue`, `Commit`, `Terminate` (or `Finish`, in SCORM 1.2), `Initialize`.
    #[serde(rename = "call")]
    pub function: String,
    pub args: Vec<String>,
    /// Bytes of the value, in UTF-8.
    #[serde(default, skip_serializing)]
    pub bytes: usize,
    /// What the content was told.
    pub result: String,
    /// The event in which it was made.
    pub event: Option<String>,
    /// File and line of the course.
    pub at: Option<String>,
}

/// Something that the content does when it is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Listener {
    #[serde(rename = "listens")]
    pub event: String,
    /// File and line of the course.
    pub at: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Said {
    Tried(Tried),
    Listens(Listener),
}

/// Hears what one page says.
#[derive(Debug)]
pub(crate) struct Eavesdropper {
    heard: Option<UnboundedReceiver<BindingCall>>,
    pub(crate) listeners: Vec<Listener>,
    pub(crate) tried: Vec<Tried>,
}

/// The script of all documents and the witness, on a channel that nobody can guess.
pub(crate) fn prepare(secret: &str) -> (String, Witness) {
    let channel = format!("greenroom-{secret}");
    let script = format!("({EAVESDROP})({});", serde_json::json!(channel));
    let binding = BINDING.to_owned();
    (script, Witness { channel, binding })
}

impl Eavesdropper {
    pub(crate) fn of(context: &Context) -> Self {
        Self {
            heard: context.take_binding(BINDING),
            listeners: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Forgets what the activity tried that came after the one that was left.
    pub(crate) fn forget_the_next(&mut self) {
        let mut tried = self.tried.iter();
        if let Some(next) = tried.position(|tried| tried.function == "Initialize") {
            self.tried.truncate(next);
        }
    }

    /// Takes in what was said until now.
    pub(crate) fn listen(&mut self) {
        let Some(heard) = &mut self.heard else {
            return;
        };
        while let Ok(call) = heard.try_recv() {
            match serde_json::from_str(&call.payload) {
                Ok(Said::Tried(tried)) if self.tried.len() < MOST => self.tried.push(tried),
                Ok(Said::Listens(listener)) if self.listeners.len() < MOST => {
                    if !self.listeners.contains(&listener) {
                        self.listeners.push(listener);
                    }
                }
                Ok(_) => {}
                Err(error) => tracing::debug!(%error, "a witness said something else"),
            }
        }
    }
}

impl Tried {
    pub(crate) fn sets(&self) -> Option<(&str, &str)> {
        if self.function != "SetValue" {
            return None;
        }
        let element = self.args.first()?;
        Some((element, self.args.get(1).map_or("", String::as_str)))
    }

    /// The content was told that it did not work.
    pub(crate) fn is_refused(&self) -> bool {
        self.result == "false"
    }
}
