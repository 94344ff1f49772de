//! How journal and stream become one text: each record behind the entries that came before it.
//!
//! The stream repeats every call, load, unload and request of the journal. These repetitions are the
//! marks by which the rest finds its place; clocks are not compared.

use std::collections::VecDeque;

use greenroom_store::SessionEvent;
use scorm_session::EventKind;
use serde_json::value::RawValue;

use super::mask::Names;
use super::records::Record;
use crate::StageError;
use crate::course::live_course::CourseEntry;
use crate::course::person::FORKED;

/// Where the two come from, each in its order. Nothing means that there is nothing yet.
pub(super) trait Strands {
    fn entry(&mut self) -> Result<Option<Entry>, StageError>;
    fn event(&mut self) -> Result<Option<SessionEvent>, StageError>;
}

/// An entry of the journal, and what the stream calls it.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) text: Box<RawValue>,
    pub(super) mark: Option<&'static str>,
}

impl Entry {
    /// What the stream calls an entry; nothing for one that cannot be read.
    pub(super) fn mark(entry: Option<&CourseEntry>) -> Option<&'static str> {
        match entry? {
            CourseEntry::Opening(_) => Some("runtime:opening"),
            CourseEntry::Event(event) => match event.event {
                EventKind::ApiCalled { .. } => Some("debug:api_call"),
                EventKind::ContentLoaded => Some("content:loaded"),
                EventKind::ContentUnloaded => Some("content:unloaded"),
                EventKind::NavigationRequested { .. } => Some("navigation:requested"),
                EventKind::Launched { .. }
                | EventKind::CloseRequested
                | EventKind::TrackingReset => None,
            },
        }
    }
}

/// One line of the text.
#[derive(Debug)]
pub(super) enum Woven {
    Entry(Box<RawValue>),
    Record(Record),
}

/// How far the text has come.
#[derive(Debug, Default)]
pub(super) struct Weaving {
    /// Entries that what comes next of the stream stands behind.
    place: usize,
    /// Marks of the entries that were read beyond that place.
    ahead: VecDeque<Option<&'static str>>,
    /// An event that waits for its entry.
    waiting: Option<SessionEvent>,
    began: Option<usize>,
}

impl Weaving {
    /// The next line; nothing while there is none.
    pub(super) fn next(
        &mut self,
        strands: &mut impl Strands,
        names: &Names,
    ) -> Result<Option<Woven>, StageError> {
        loop {
            let event = match self.waiting.take() {
                Some(event) => event,
                None => match strands.event()? {
                    Some(event) => event,
                    None => return self.entry(strands),
                },
            };
            if !self.reaches(&event)
                && let Some(entry) = self.entry(strands)?
            {
                self.waiting = Some(event);
                return Ok(Some(entry));
            }
            if is_mark(&event.kind) {
                continue;
            }
            if event.kind == "page:acting" {
                self.began = Some(self.place);
                continue;
            }
            if let Some(record) = Record::of(event, &mut self.began, names) {
                return Ok(Some(Woven::Record(record)));
            }
        }
    }

    fn entry(&mut self, strands: &mut impl Strands) -> Result<Option<Woven>, StageError> {
        let entry = strands.entry()?;
        Ok(entry.map(|entry| {
            self.ahead.push_back(entry.mark);
            Woven::Entry(entry.text)
        }))
    }

    /// Goes to the entry that an event tells of; false if that was not read yet.
    fn reaches(&mut self, event: &SessionEvent) -> bool {
        let entries = if event.kind == FORKED {
            let told = event.payload.as_ref().and_then(|it| it["entries"].as_u64());
            let wanted = told.and_then(|entries| usize::try_from(entries).ok());
            let ahead = wanted.unwrap_or_default().saturating_sub(self.place);
            if ahead > self.ahead.len() {
                return false;
            }
            ahead
        } else if is_mark(&event.kind) || event.kind == "runtime:opening" {
            let kind = Some(event.kind.as_str());
            match self.ahead.iter().position(|mark| *mark == kind) {
                Some(found) => found + 1,
                None => return false,
            }
        } else {
            0
        };
        self.ahead.drain(..entries);
        self.place += entries;
        true
    }
}

fn is_mark(kind: &str) -> bool {
    matches!(
        kind,
        "debug:api_call" | "content:loaded" | "content:unloaded" | "navigation:requested"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Entries by their marks, events by their kinds.
    struct Told {
        entries: VecDeque<Option<&'static str>>,
        events: VecDeque<(&'static str, Value)>,
    }

    impl Strands for Told {
        fn entry(&mut self) -> Result<Option<Entry>, StageError> {
            Ok(self.entries.pop_front().map(|mark| Entry {
                text: RawValue::NULL.to_owned(),
                mark,
            }))
        }

        fn event(&mut self) -> Result<Option<SessionEvent>, StageError> {
            Ok(self.events.pop_front().map(|(kind, payload)| SessionEvent {
                id: 1,
                kind: kind.to_owned(),
                payload: Some(payload),
                time: 1,
            }))
        }
    }

    fn woven(entries: &[Option<&'static str>], events: &[(&'static str, Value)]) -> Vec<String> {
        let mut told = Told {
            entries: entries.iter().copied().collect(),
            events: events.iter().cloned().collect(),
        };
        let mut weaving = Weaving::default();
        let mut lines = Vec::new();
        while let Some(line) = weaving.next(&mut told, &Names::default()).unwrap() {
            lines.push(match line {
                Woven::Entry(_) => "entry".to_owned(),
                Woven::Record(record) => {
                    let line: Value = serde_json::from_str(&record.line()).unwrap();
                    let began = line["record"]["began"].as_u64();
                    let began = began.map(|began| format!("@{began}")).unwrap_or_default();
                    format!("{}{began}", line["record"]["type"].as_str().unwrap())
                }
            });
        }
        lines
    }

    const CALL: Option<&str> = Some("debug:api_call");

    #[test]
    fn records_stand_behind_the_entries_before_them() {
        let act = json!({"act": {"action": "click"}});
        let lines = woven(
            &[Some("runtime:opening"), None, CALL, CALL],
            &[
                ("runtime:opening", json!({})),
                ("debug:api_call", json!({})),
                ("console:message", json!({})),
                ("page:acting", json!({})),
                ("debug:api_call", json!({})),
                ("data:changed", json!({})),
                ("page:act", act),
            ],
        );
        let wanted = [
            "entry",
            "runtime:opening",
            "entry",
            "entry",
            "console:message",
            "entry",
            "page:act@3",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn an_event_without_its_entry_loses_nothing() {
        let lines = woven(
            &[CALL, CALL],
            &[
                ("content:loaded", json!({})),
                ("state:saved", json!({})),
                ("debug:api_call", json!({})),
                ("console:message", json!({})),
            ],
        );
        assert_eq!(lines, ["entry", "entry", "state:saved", "console:message"]);
    }

    #[test]
    fn what_a_fork_tells_stands_behind_what_it_took_over() {
        let lines = woven(
            &[Some("runtime:opening"), CALL, Some("runtime:opening"), CALL],
            &[
                ("session:open", json!({})),
                (FORKED, json!({"entries": 2})),
                ("debug:api_call", json!({})),
                ("console:message", json!({})),
            ],
        );
        let wanted = [
            "session:open",
            "entry",
            "entry",
            FORKED,
            "entry",
            "entry",
            "console:message",
        ];
        assert_eq!(lines, wanted);
    }
}
