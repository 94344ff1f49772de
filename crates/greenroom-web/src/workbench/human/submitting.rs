//! What the human gave on the page, handed in.

use super::Page;
use crate::workbench::outbox::Overflow;
use crate::workbench::wire::{FromServer, ResponseResult};
use greenroom_dialog::{Refusal, Source, Submitter};
use serde_json::Value;

/// What the human gave, and how.
pub(super) struct Given {
    pub(super) data: Value,
    pub(super) remember: bool,
    pub(super) auto: bool,
    pub(super) undo_ms: u64,
}

impl Page {
    /// Hands in what the human gave.
    pub(super) async fn submit(&self, request_id: String, given: Given) -> Result<(), Overflow> {
        let submitter = Submitter {
            connection: self.connection.clone(),
            user_agent: self.user_agent.clone(),
            source: if given.auto {
                Source::AutoSubmit
            } else {
                Source::Human
            },
            proof: self.proof,
            remember: given.remember,
        };
        let id = request_id.clone();
        let outcome = self
            .hub
            .act(move |desk, now| {
                desk.submit_undoable(&id, &given.data, &submitter, given.undo_ms, now)
            })
            .await;
        self.send_result(Some(request_id), outcome)
    }

    pub(super) fn send_result(
        &self,
        request_id: Option<String>,
        outcome: Result<Option<u64>, Refusal>,
    ) -> Result<(), Overflow> {
        self.send(&FromServer::DialogResponseResult(ResponseResult {
            request_id,
            success: outcome.is_ok(),
            undo_ms: outcome.as_ref().ok().copied().flatten(),
            error: outcome.err().map(|refusal| refusal.to_string()),
        }))
    }
}
