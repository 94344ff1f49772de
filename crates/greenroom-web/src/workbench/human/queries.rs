//! Messages of the page that get one reply: history, metrics, inspector.

use super::Page;
use crate::workbench::page_messages;
use greenroom_dialog::HistoryFilter;
use greenroom_dialog::inspector::InspectorFilter;
use serde_json::{Map, Value, json};

impl Page {
    /// The reply to a message with `seq`.
    pub(super) async fn reply(
        &self,
        kind: &str,
        seq: Value,
        message: &Map<String, Value>,
    ) -> Result<Value, String> {
        let number = |name: &str| message.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
        let dialog_id = message
            .get("dialog_id")
            .and_then(Value::as_str)
            .map(str::to_owned);
        match kind {
            "history-query" => {
                let filter: HistoryFilter = filter_of(message)?;
                Ok(self.hub.look(|desk| {
                    let (offset, limit) = (number("offset"), number("limit"));
                    page_messages::history_page(desk, &seq, &filter, offset, limit)
                }))
            }
            "history-get" => {
                let id = dialog_id.unwrap_or_default();
                let entry = self
                    .hub
                    .look(|desk| desk.dialog(&id).map(page_messages::history_entry));
                let entry = entry.ok_or_else(|| "Unknown dialog".to_owned())?;
                Ok(json!({"type": "history-entry", "seq": seq, "entry": entry}))
            }
            "history-export" => {
                let filter: HistoryFilter = filter_of(message)?;
                let entries: Vec<Value> = self.hub.look(|desk| {
                    let found = desk.history(&filter);
                    found
                        .into_iter()
                        .map(page_messages::history_entry)
                        .collect()
                });
                Ok(json!({"type": "history-export", "seq": seq, "entries": entries}))
            }
            "history-delete" => {
                self.hub
                    .act(move |desk, now| desk.delete_history(dialog_id.as_deref(), now))
                    .await?;
                Ok(json!({"type": "done", "seq": seq}))
            }
            "metrics-query" => Ok(self.hub.look(|desk| {
                json!({
                    "type": "metrics", "seq": seq, "metrics": desk.metrics(),
                    "report": desk.report(),
                })
            })),
            "inspector-export" => {
                let filter: InspectorFilter = filter_of(message)?;
                let export = self
                    .hub
                    .look(|desk| desk.inspector().export(&filter, self.hub.now()));
                let path = self.bench.write_export(&export)?;
                Ok(json!({
                    "type": "inspector-export", "seq": seq, "path": path, "export": export,
                }))
            }
            _ => Err(format!("unknown message {kind:?}")),
        }
    }
}

fn filter_of<T: serde::de::DeserializeOwned>(message: &Map<String, Value>) -> Result<T, String> {
    let filter = message.get("filter").cloned().unwrap_or_else(|| json!({}));
    serde_json::from_value(filter).map_err(|error| error.to_string())
}
