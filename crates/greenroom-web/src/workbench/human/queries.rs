//! Messages of the page that get one reply: history, metrics, inspector.

use super::Page;
use crate::workbench::courses::NotDone;
use crate::workbench::page_messages;
use crate::workbench::wire::{FromServer, Query};
use greenroom_dialog::Refusal;
use greenroom_dialog::desk::tracker::Record;
use std::io;
use std::path::Path;

/// Why a message gets `failed` as its reply.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoReply {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("the export was not written: {0}")]
    Export(io::Error),
    #[error(transparent)]
    Course(#[from] NotDone),
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
            Query::CourseOpen { seq, path } => {
                let session_id = self.bench.courses.open(Path::new(&path), None).await?;
                FromServer::CourseOpened { seq, session_id }
            }
            Query::CourseTry { seq } => {
                let session_id = self.bench.courses.open_bundled().await?;
                FromServer::CourseOpened { seq, session_id }
            }
            Query::CoursePlay {
                seq,
                session_id,
                wish,
            } => {
                let framed_by = self.bench.origins();
                let played = self.bench.courses.play(&session_id, wish, &framed_by);
                let url = played.await?;
                FromServer::CourseAddress { seq, url }
            }
            Query::CourseNavigate {
                seq,
                session_id,
                request,
            } => {
                self.bench.courses.navigate(&session_id, request).await?;
                FromServer::Done { seq }
            }
            Query::CourseLeave {
                seq,
                session_id,
                how,
            } => {
                self.bench.courses.leave(&session_id, how).await?;
                FromServer::Done { seq }
            }
            Query::CourseDrive {
                seq,
                session_id,
                wish,
            } => {
                let visitor = self.visitor();
                let courses = &self.bench.courses;
                courses.drive(&session_id, &visitor, wish).await?;
                FromServer::Done { seq }
            }
            Query::CourseFork {
                seq,
                session_id,
                moment,
            } => {
                let session_id = self.bench.courses.fork(&session_id, moment).await?;
                FromServer::CourseOpened { seq, session_id }
            }
            Query::CourseRecorded { seq, session_id } => {
                let saved = self.bench.courses.save_recording(&session_id).await?;
                FromServer::CourseRehearsal { seq, saved }
            }
            Query::CourseLmsRecord { seq, session_id } => {
                let record = Box::new(self.bench.courses.lms_record(&session_id).await?);
                FromServer::CourseLmsRecord { seq, record }
            }
            Query::CourseDevelop {
                seq,
                session_id,
                on_save,
            } => {
                self.bench.courses.develop(&session_id, on_save).await?;
                FromServer::Done { seq }
            }
            Query::CourseClose { seq, session_id } => {
                self.bench.courses.close(&session_id).await?;
                FromServer::Done { seq }
            }
        })
    }
}
