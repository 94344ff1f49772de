//! What changed at the desk, for whoever shows it.

use crate::inspector::Seen;
use crate::state::State;
use serde::Serialize;

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A new question.
    Opened {
        dialog_id: String,
    },
    /// A dialog has another state.
    State {
        dialog_id: String,
        state: State,
        at: u64,
        by: Option<By>,
        /// The page that did it.
        connection: Option<String>,
    },
    /// The human acted and may still undo it, or did.
    Held {
        dialog_id: String,
    },
    /// Places in the queue, or whether an agent waits.
    Queue,
    Settings,
    Notes,
    StandingAnswers,
    LearnedHolds,
    Inspecting(bool),
    Seen(Box<Seen>),
    /// Everything may be different: the desk is another one.
    Renewed,
    /// A browser asks to be paired, or does so no longer.
    Pairing,
    Notice {
        code: &'static str,
        text: String,
    },
}

/// Who ended a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum By {
    Page,
    Agent,
    Clock,
    Elicitation,
}
