//! The tracker: each dialog as the record that programs and exports see.

use super::Desk;
use crate::dialog::Dialog;
use crate::outcome::Outcome;
use crate::state::State;
use serde_json::{Value, json};

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

/// The record of a dialog.
pub fn record(dialog: &Dialog) -> Value {
    let mut record = json!({
        "id": dialog.id,
        "tool": dialog.tool,
        "parameters": dialog.parameters,
        "state": dialog.state,
        "createdAt": dialog.created_at,
        "updatedAt": dialog.updated_at,
        "attempts": dialog.attempts,
        "dialog_id": dialog.dialog_id,
        "asker": dialog.asker.client,
        "project": dialog.project,
        "session_label": dialog.session_label,
        "agent_waiting": dialog.waiting > 0,
        "delivered_at": dialog.delivered_at,
        "answered_by": dialog.answered_by,
    });
    if let Some(error) = &dialog.error {
        record["error"] = json!(error);
    }
    if let Some(outcome) = &dialog.response {
        record["response"] = response(outcome);
    }
    record
}

fn response(outcome: &Outcome) -> Value {
    let mut response = json!({"status": outcome.status()});
    if let Outcome::Answered { answer, source, .. } = outcome {
        response["answer"] = answer.clone();
        response["source"] = json!(source);
        response["attachments"] = json!(outcome.attachments());
    }
    if let Some(comment) = outcome.comment() {
        response["comment"] = json!(comment);
    }
    response
}
