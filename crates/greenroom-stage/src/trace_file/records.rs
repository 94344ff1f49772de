//! What the session's stream tells beside the journal, each at its place between the entries.
//!
//! The stream repeats every call, load, unload and request of the journal. These repetitions are the
//! marks by which the rest finds its place; clocks are not compared.

use std::path::Path;

use greenroom_store::{SessionEvent, StoreError, kept_events};
use scorm_session::EventKind;
use serde_json::{Value, json};

use super::mask::Names;
use crate::course::live_course::CourseEntry;

/// Kinds of the stream that the journal tells by itself.
const FROM_JOURNAL: [&str; 4] = [
    "data:changed",
    "navigation:completed",
    "navigation:refused",
    "trace:sequencing_step",
];

/// One event of the stream.
#[derive(Debug)]
pub(super) struct Record {
    event: SessionEvent,
    /// Entries of the journal before it.
    pub(super) after: usize,
    /// Entries of the journal before the act began, for an act.
    began: Option<usize>,
}

impl Record {
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
}

/// What each entry of the journal is called in the stream.
#[derive(Debug, Default)]
pub(super) struct Marks(Vec<Option<&'static str>>);

impl Marks {
    pub(super) fn add(&mut self, entry: Option<&CourseEntry>) {
        self.0.push(match entry {
            Some(CourseEntry::Event(event)) => match event.event {
                EventKind::ApiCalled { .. } => Some("debug:api_call"),
                EventKind::ContentLoaded => Some("content:loaded"),
                EventKind::ContentUnloaded => Some("content:unloaded"),
                EventKind::NavigationRequested { .. } => Some("navigation:requested"),
                EventKind::Launched { .. }
                | EventKind::CloseRequested
                | EventKind::TrackingReset => None,
            },
            Some(CourseEntry::Opening(_)) => Some("runtime:opening"),
            None => None,
        });
    }

    fn is_mark(kind: &str) -> bool {
        matches!(
            kind,
            "debug:api_call" | "content:loaded" | "content:unloaded" | "navigation:requested"
        )
    }

    /// The number of entries up to the next one that `kind` tells of, from `place` on.
    fn next(&self, place: usize, kind: &str) -> Option<usize> {
        let rest = self.0.get(place..)?;
        let ahead = rest.iter().position(|mark| *mark == Some(kind))?;
        Some(place + ahead + 1)
    }
}

/// The records of a session, in order; with names hidden.
pub(super) fn read(
    directory: &Path,
    marks: &Marks,
    names: &Names,
) -> Result<Vec<Record>, StoreError> {
    let mut records = Vec::new();
    let mut place = 0;
    let mut began = None;
    // A line that cannot be read costs nothing but itself.
    for event in kept_events(directory)?.flatten() {
        if Marks::is_mark(&event.kind) {
            place = marks.next(place, &event.kind).unwrap_or(place);
            continue;
        }
        if event.kind == "runtime:opening" {
            place = marks.next(place, &event.kind).unwrap_or(place);
        }
        if event.kind == "page:acting" {
            began = Some(place);
            continue;
        }
        if FROM_JOURNAL.contains(&event.kind.as_str()) {
            continue;
        }
        let is_act = event
            .payload
            .as_ref()
            .is_some_and(|it| it["act"].is_object());
        let mut event = event;
        if let Some(payload) = &mut event.payload {
            names.hide_in(payload);
            without_paths(payload);
        }
        records.push(Record {
            event,
            after: place,
            began: is_act.then(|| began.take()).flatten(),
        });
    }
    Ok(records)
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
