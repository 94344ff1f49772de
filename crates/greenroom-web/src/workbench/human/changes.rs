//! Messages of the page that change something and get no reply.

use super::Page;
use super::submitting::Given;
use crate::workbench::outbox::Overflow;
use crate::workbench::wire::{Act, FromServer};
use greenroom_dialog::Refusal;
use greenroom_dialog::inspector::InspectorFilter;
use serde_json::Value;

impl Page {
    /// Does what the page asks for; a refusal comes as a notice.
    pub(super) async fn carry_out(&mut self, act: Act) -> Result<(), Overflow> {
        let refused: Option<Refusal> = match act {
            Act::DialogResponse {
                request_id,
                data,
                remember,
                auto,
                undo_ms,
            } => {
                let given = Given {
                    data: Value::Object(data),
                    remember: remember == Some(true),
                    auto: auto == Some(true),
                    undo_ms: undo_ms.unwrap_or(0),
                };
                return self.submit(request_id, given).await;
            }
            Act::InspectorWatch { on } => return self.watch_inspector(on),
            Act::SessionsWatch { on } => {
                self.watch_sessions(on);
                None
            }
            Act::CourseWatch { session_id } => {
                self.watch_course(session_id);
                None
            }
            Act::FramesWatch {
                session_ids,
                pace,
                name,
            } => {
                self.be_called(name.as_deref());
                self.watch_frames(session_ids, pace);
                None
            }
            Act::CourseInput { session_id, input } => return self.take_input(&session_id, input),
            Act::JournalWatch { session_id, from } => {
                self.watch_journal(session_id, from);
                None
            }
            Act::DialogDisplayed { request_id } => {
                self.hub
                    .act(move |desk, now| desk.displayed(&request_id, now))
                    .await;
                None
            }
            Act::DialogRenderFailed {
                request_id,
                message,
            } => {
                tracing::error!(
                    target: "dialog", dialog_id = request_id, reason = message,
                    "a card was not rendered"
                );
                None
            }
            Act::Draft { request_id, data } => {
                self.hub
                    .act(move |desk, _| desk.keep_draft(&request_id, &data))
                    .await;
                None
            }
            Act::DialogPick { request_id } => {
                self.hub.act(move |desk, _| desk.pick(&request_id)).await;
                None
            }
            Act::DialogUndo { request_id } => self
                .hub
                .act(move |desk, now| desk.undo(&request_id, now))
                .await
                .err(),
            Act::NoteAdd { text } => self
                .hub
                .act(move |desk, now| desk.add_note(&text, now))
                .await
                .err(),
            Act::NoteRemove { id } => {
                self.hub.act(move |desk, _| desk.remove_note(&id)).await;
                None
            }
            Act::SettingsChange { settings } => self
                .hub
                .act(move |desk, _| desk.change_settings(settings))
                .await
                .err(),
            Act::RememberedRemove { id } => {
                self.hub
                    .act(move |desk, _| desk.remove_standing_answer(&id))
                    .await;
                None
            }
            Act::LearnedRemove {
                client,
                with_progress,
            } => {
                self.hub
                    .act(move |desk, _| desk.forget_hold(&client, with_progress))
                    .await;
                None
            }
            Act::PairingDecision { id, allow } => {
                let decided = self.bench.bell.decide(&id, allow);
                self.hub.pairing_changed();
                if !decided {
                    return self.refuse("This request is over; it lets nobody in".to_owned());
                }
                None
            }
            Act::InspectorSwitch { on } => {
                self.hub.act(move |desk, _| desk.inspect(on)).await;
                None
            }
            // Who the page is was said at the beginning; pings are answered before.
            Act::Auth { .. } | Act::Ping => None,
        };
        refused.map_or(Ok(()), |refusal| self.refuse(refusal.to_string()))
    }

    fn watch_inspector(&mut self, on: bool) -> Result<(), Overflow> {
        self.watches_inspector = on;
        if !on {
            return Ok(());
        }
        let filter = InspectorFilter::default();
        let entries = self.hub.look(|desk| {
            let kept = desk.inspector().filtered(&filter);
            kept.into_iter().cloned().collect()
        });
        self.send_unseen(&FromServer::InspectorEntries { entries })
    }
}
