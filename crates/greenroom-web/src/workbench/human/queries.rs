//! Messages of the page that get one reply: history, metrics, inspector.

use super::Page;
use crate::workbench::page_messages;
use crate::workbench::wire::{FromServer, Query};
use greenroom_dialog::Refusal;
use greenroom_dialog::desk::tracker::Record;
use std::io;

/// Why a message gets `failed` as its reply.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoReply {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("the export was not written: {0}")]
    Export(io::Error),
}

impl Page {
    /// The reply to a message with `seq`.
    pub(super) async fn reply(&self, query: Query) -> Result<FromServer, NoReply> {
        Ok(match query {
            Query::History {
                seq,
                filter,
                offset,
                limit,
            } => self
                .hub
                .look(|desk| page_messages::history_page(desk, seq, &filter, offset, limit)),
            Query::HistoryGet { seq, dialog_id } => {
                let entry = self
                    .hub
                    .look(|desk| desk.dialog(&dialog_id).map(Record::from));
                let entry = Box::new(entry.ok_or(Refusal::UnknownDialog)?);
                FromServer::HistoryEntry { seq, entry }
            }
            Query::HistoryExport { seq, filter } => {
                let entries = self.hub.look(|desk| {
                    let found = desk.history(&filter);
                    found.into_iter().map(Record::from).collect()
                });
                FromServer::HistoryExport { seq, entries }
            }
            Query::HistoryDelete { seq, dialog_id } => {
                self.hub
                    .act(move |desk, now| desk.delete_history(dialog_id.as_deref(), now))
                    .await?;
                FromServer::Done { seq }
            }
            Query::Metrics { seq } => self.hub.look(|desk| FromServer::Metrics {
                seq,
                metrics: desk.metrics(),
                report: desk.report(),
            }),
            Query::InspectorExport { seq, filter } => {
                let export = self
                    .hub
                    .look(|desk| desk.inspector().export(&filter, self.hub.now()));
                let path = self.bench.write_export(&export).map_err(NoReply::Export)?;
                FromServer::InspectorExport { seq, path, export }
            }
        })
    }
}
