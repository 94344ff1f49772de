//! What the session's stream tells beside the journal.

use greenroom_store::SessionEvent;
use serde_json::{Value, json};

use super::mask::Names;

/// Kinds of the stream that the journal tells by itself.
const FROM_JOURNAL: [&str; 4] = [
    "data:changed",
    "navigation:completed",
    "navigation:refused",
    "trace:sequencing_step",
];

/// One event of the stream that is worth a line.
#[derive(Debug)]
pub(super) struct Record {
    event: SessionEvent,
    /// Entries of the journal before the act began, for an act.
    began: Option<usize>,
}

impl Record {
    /// Nothing if the journal tells it; with names hidden. `began` is taken by an act.
    pub(super) fn of(
        mut event: SessionEvent,
        began: &mut Option<usize>,
        names: &Names,
    ) -> Option<Self> {
        if FROM_JOURNAL.contains(&event.kind.as_str()) {
            return None;
        }
        let payload = event.payload.as_mut();
        let is_act = payload.as_ref().is_some_and(|it| it["act"].is_object());
        if let Some(payload) = payload {
            names.hide_in(payload);
            without_paths(payload);
        }
        Some(Self {
            event,
            began: is_act.then(|| began.take()).flatten(),
        })
    }

    pub(super) fn line(&self) -> String {
        let SessionEvent {
            kind,
            payload,
            time,
            ..
        } = &self.event;
        let mut record = json!({"type": kind, "time": time});
        if let Some(payload) = payload {
            record["payload"] = payload.clone();
        }
        if let Some(began) = self.began {
            record["began"] = json!(began);
        }
        json!({ "record": record }).to_string()
    }

    /// The picture that it tells of, as [`super::pictures::Picture`] names it.
    pub(super) fn picture(&self) -> Option<&str> {
        if self.event.kind != "screenshot:capture_done" {
            return None;
        }
        self.event.payload.as_ref()?["path"].as_str()
    }
}

/// Where things lie on this machine is nobody's business: of a path the last two parts stay.
fn without_paths(payload: &mut Value) {
    if let Value::Object(members) = payload {
        for (key, value) in members.iter_mut() {
            if let (true, Some(path)) = (is_path(key), value.as_str()) {
                let parts: Vec<&str> = path.rsplit(['/', '\\']).take(2).collect();
                *value = json!(parts.into_iter().rev().collect::<Vec<_>>().join("/"));
            }
        }
    }
}

fn is_path(key: &str) -> bool {
    key == "path" || key.ends_with("_path")
}
