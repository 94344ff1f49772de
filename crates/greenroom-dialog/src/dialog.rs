//! The record of one dialog: what was asked, by whom, where it stands, how it ended.

use crate::held_act::Held;
use crate::outcome::{Outcome, Proof};
use crate::state::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asker {
    /// Name of the client or program, for labels and re-attachment.
    pub client: String,
    /// What limits count: the process, the named client or the connection.
    pub limit_key: String,
    /// Connected without a token.
    #[serde(default)]
    pub unverified: bool,
    /// The hash of a secret that only the asker has: it shows that the asker's own client answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<String>,
}

/// Where an answer came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweredBy {
    pub connection: String,
    pub user_agent: String,
    pub at: u64,
    /// Nothing where no human acted, as with a standing answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// One dialog.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dialog {
    /// The asker's request id, or one of ours.
    pub id: Value,
    pub dialog_id: String,
    pub tool: String,
    pub dialog_type: String,
    /// Checked, in the spelling of the schema.
    pub parameters: Map<String, Value>,
    pub state: State,
    pub created_at: u64,
    pub updated_at: u64,
    pub expires_at: u64,
    /// How often an answer was to be stored.
    pub attempts: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Outcome>,
    pub asker: Asker,
    #[serde(default)]
    pub project: Option<String>,
    #[serde(default)]
    pub session_label: Option<String>,
    /// Equal for equal questions.
    pub fingerprint: String,
    #[serde(default)]
    pub notes: Vec<String>,
    /// When a card of it was first on a screen, or a parent app had it.
    #[serde(default)]
    pub shown_at: Option<u64>,
    #[serde(default)]
    pub delivered_at: Option<u64>,
    #[serde(default)]
    pub answered_by: Option<AnsweredBy>,
    /// What the human did and may still undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// Calls that wait for it now. Not kept: after a restart nobody waits.
    #[serde(skip)]
    pub waiting: u32,
}

impl Dialog {
    /// Whether the human can still act on it.
    pub fn is_open(&self, now: u64) -> bool {
        match self.state {
            State::Pending | State::Active | State::Responding => true,
            // An answer that could not be stored may be sent again while the question lives.
            State::Error => now < self.expires_at,
            State::Idle | State::Completed | State::Cancelled | State::Expired => false,
        }
    }

    /// The question in one line of at most 200 characters.
    pub fn question(&self) -> String {
        ["question", "decision_context"]
            .iter()
            .find_map(|name| self.parameters.get(*name).and_then(Value::as_str))
            .map(one_line)
            .unwrap_or_default()
    }

    /// When the human acted, if that was an answer.
    pub fn answered_at(&self) -> Option<u64> {
        matches!(self.response, Some(Outcome::Answered { .. })).then(|| {
            self.answered_by
                .as_ref()
                .map_or(self.updated_at, |by| by.at)
        })
    }

    /// When its state became final.
    pub fn ended_at(&self) -> u64 {
        self.answered_by
            .as_ref()
            .map_or(self.updated_at, |by| by.at)
    }
}

/// The first 200 characters, without line breaks.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(200).collect()
}
