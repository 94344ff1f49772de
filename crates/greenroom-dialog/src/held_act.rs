//! What the human did, while it may still be undone.

use crate::dialog::AnsweredBy;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// How the human wants a dialog to end; checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HumanAct {
    pub outcome: Outcome,
    pub by: AnsweredBy,
    /// Answer this way always.
    #[serde(default)]
    pub remember: bool,
}

/// An act that counts only after a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    pub act: HumanAct,
    /// When it counts.
    pub until: u64,
}
