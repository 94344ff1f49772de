//! Messages of the page that change something and get no reply.

use super::Page;
use crate::workbench::outbox::Overflow;
use greenroom_dialog::inspector::InspectorFilter;
use serde_json::{Map, Value, json};

impl Page {
    /// Messages that get no reply.
    pub(super) async fn take_note_of(
        &mut self,
        kind: &str,
        message: &Map<String, Value>,
    ) -> Result<(), Overflow> {
        let text = |name: &str| {
            message
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let on = message.get("on") == Some(&Value::Bool(true));
        let refused = match kind {
            "dialog-displayed" => {
                let id = text("requestId");
                self.hub
                    .act(move |desk, now| desk.displayed(&id, now))
                    .await;
                None
            }
            "dialog-render-failed" => {
                let (id, reason) = (text("requestId"), text("message"));
                tracing::error!(target: "dialog", dialog_id = id, reason, "a card was not rendered");
                None
            }
            "draft" => {
                let id = text("requestId");
                let data = message.get("data").cloned().unwrap_or_default();
                self.hub
                    .act(move |desk, _| desk.keep_draft(&id, &data))
                    .await;
                None
            }
            "dialog-pick" => {
                let id = text("requestId");
                self.hub.act(move |desk, _| desk.pick(&id)).await;
                None
            }
            "dialog-undo" => {
                let id = text("requestId");
                self.hub
                    .act(move |desk, now| desk.undo(&id, now))
                    .await
                    .err()
            }
            "note-add" => {
                let note = text("text");
                self.hub
                    .act(move |desk, now| desk.add_note(&note, now))
                    .await
                    .err()
            }
            "note-remove" => {
                let id = text("id");
                self.hub.act(move |desk, _| desk.remove_note(&id)).await;
                None
            }
            "settings-change" => match message.get("settings") {
                Some(Value::Object(settings)) => {
                    let settings = settings.clone();
                    self.hub
                        .act(move |desk, _| desk.change_settings(settings))
                        .await
                        .err()
                }
                _ => None,
            },
            "remembered-remove" => {
                let id = text("id");
                self.hub
                    .act(move |desk, _| desk.remove_standing_answer(&id))
                    .await;
                None
            }
            "learned-remove" => {
                let client = text("client");
                let with_progress = message.get("with_progress") == Some(&Value::Bool(true));
                self.hub
                    .act(move |desk, _| desk.forget_hold(&client, with_progress))
                    .await;
                None
            }
            "pairing-decision" => {
                let accepted = message.get("allow") == Some(&Value::Bool(true));
                let decided = self.bench.bell.decide(&text("id"), accepted);
                self.hub.pairing_changed();
                (!decided).then(|| "This request is over; it lets nobody in".to_owned())
            }
            "inspector-switch" => {
                self.hub.act(move |desk, _| desk.inspect(on)).await;
                None
            }
            "inspector-watch" => {
                self.watches_inspector = on;
                if on {
                    let filter = InspectorFilter::default();
                    let entries = self
                        .hub
                        .look(|desk| json!(desk.inspector().filtered(&filter)));
                    let message = json!({"type": "inspector-entries", "entries": entries});
                    self.outbox.send(&message)?;
                }
                None
            }
            _ => Some(format!("unknown message {kind:?}")),
        };
        match refused {
            Some(text) => self.send(&json!({
                "type": "notice", "level": "warning", "code": "refused", "text": text,
            })),
            None => Ok(()),
        }
    }
}
