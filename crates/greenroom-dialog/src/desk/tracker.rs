//! The tracker: each dialog as the record that programs and exports see.

use super::Desk;
use crate::attachments::Attachment;
use crate::dialog::{AnsweredBy, Dialog};
use crate::outcome::{Outcome, Source};
use crate::state::State;
use serde::Serialize;
use serde_json::{Map, Value};

impl Desk {
    /// Dialogs in PENDING, ACTIVE and RESPONDING, in queue order.
    pub fn active_requests(&self) -> Vec<&Dialog> {
        self.queue
            .iter()
            .filter_map(|dialog_id| self.dialog(dialog_id))
            .filter(|dialog| dialog.state != State::Error)
            .collect()
    }
}

/// A dialog as programs and exports see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "HistoryEntry")
)]
pub struct Record {
    pub id: Value,
    pub tool: String,
    pub parameters: Map<String, Value>,
    pub state: State,
    #[serde(rename = "createdAt")]
    pub created_at: u64,
    #[serde(rename = "updatedAt")]
    pub updated_at: u64,
    pub attempts: u32,
    pub dialog_id: String,
    pub asker: String,
    pub project: Option<String>,
    pub session_label: Option<String>,
    pub agent_waiting: bool,
    pub delivered_at: Option<u64>,
    /// Where the answer came from.
    pub answered_by: Option<AnsweredBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<Response>,
}

/// How it ended, in the words of tool results.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "HistoryResponse")
)]
pub struct Response {
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attachments: Option<Vec<Attachment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl From<&Dialog> for Record {
    fn from(dialog: &Dialog) -> Self {
        Self {
            id: dialog.id.clone(),
            tool: dialog.tool.clone(),
            parameters: dialog.parameters.clone(),
            state: dialog.state,
            created_at: dialog.created_at,
            updated_at: dialog.updated_at,
            attempts: dialog.attempts,
            dialog_id: dialog.dialog_id.clone(),
            asker: dialog.asker.client.clone(),
            project: dialog.project.clone(),
            session_label: dialog.session_label.clone(),
            agent_waiting: dialog.waiting > 0,
            delivered_at: dialog.delivered_at,
            answered_by: dialog.answered_by.clone(),
            error: dialog.error.clone(),
            response: dialog.response.as_ref().map(Response::from),
        }
    }
}

impl From<&Outcome> for Response {
    fn from(outcome: &Outcome) -> Self {
        let (answer, source, attachments) = match outcome {
            Outcome::Answered { answer, source, .. } => {
                let attachments = outcome.attachments().to_vec();
                (Some(answer.clone()), Some(*source), Some(attachments))
            }
            _ => (None, None, None),
        };
        Self {
            status: outcome.status(),
            answer,
            source,
            attachments,
            comment: outcome.comment().map(str::to_owned),
        }
    }
}
