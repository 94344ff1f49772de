//! Where the content's scripts made their calls, as it stands in the journal.
//!
//! It is written beside what the engine reads of an event, as `source`, and decides nothing: who
//! folds a journal passes over it.

use std::path::Path;

use greenroom_store::journal::JournalReader;
use greenroom_web::stage::CallFrame;
use scorm_session::{Event, EventKind};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Whoever called the wrapper of the API is worth knowing too.
const MOST_FRAMES: usize = 4;
const LONGEST_FILE: usize = 300;
const LONGEST_FUNCTION: usize = 100;

/// The entry of an event in the journal, with the place of its call.
#[derive(Serialize)]
pub(crate) struct LocatedEvent<'a> {
    event: Located<'a>,
}

#[derive(Serialize)]
struct Located<'a> {
    #[serde(flatten)]
    event: &'a Event,
    #[serde(skip_serializing_if = "<[CallFrame]>::is_empty")]
    source: &'a [CallFrame],
}

impl<'a> LocatedEvent<'a> {
    /// Only calls have a place.
    pub(crate) fn new(event: &'a Event, source: &'a [CallFrame]) -> Self {
        let is_call = matches!(event.event, EventKind::ApiCalled { .. });
        let source = if is_call { source } else { &[] };
        Self {
            event: Located { event, source },
        }
    }
}

/// What is kept of what a page says: it may be the content's own word.
pub(super) fn bounded(frames: Vec<CallFrame>) -> Vec<CallFrame> {
    let fits = |frame: &CallFrame| {
        let function = frame.function.as_deref().unwrap_or_default();
        let is_file = !frame.file.is_empty() && frame.file.chars().count() <= LONGEST_FILE;
        is_file && function.chars().count() <= LONGEST_FUNCTION
    };
    frames.into_iter().filter(fits).take(MOST_FRAMES).collect()
}

/// The places in an entry of a journal; none where nothing is known.
pub(crate) fn of(entry: &RawValue) -> Vec<CallFrame> {
    #[derive(Deserialize)]
    struct Entry {
        event: Sourced,
    }
    #[derive(Deserialize)]
    struct Sourced {
        #[serde(default)]
        source: Vec<CallFrame>,
    }
    // Most of a long journal need not be read twice.
    if !entry.get().contains("\"source\":[") {
        return Vec::new();
    }
    let read = serde_json::from_str::<Entry>(entry.get());
    read.map(|entry| bounded(entry.event.source))
        .unwrap_or_default()
}

/// Where each call of a session's journal was made, in their order.
pub(super) fn places(directory: &Path) -> Vec<Option<CallFrame>> {
    #[derive(Deserialize)]
    struct Entry {
        event: Option<Event>,
    }
    let mut places = Vec::new();
    let Ok(mut reader) = JournalReader::open(directory) else {
        return places;
    };
    // What cannot be read has no place.
    while let Ok(Some(text)) = reader.next_entry() {
        let entry = serde_json::from_str::<Entry>(text.get()).ok();
        let event = entry.and_then(|entry| entry.event);
        if event.is_some_and(|event| matches!(event.event, EventKind::ApiCalled { .. })) {
            places.push(telling(&of(&text)));
        }
    }
    places
}

/// The frame that says most: who called a wrapper that lies in a file of its own.
fn telling(frames: &[CallFrame]) -> Option<CallFrame> {
    let first = frames.first()?.file.clone();
    let caller = frames.iter().find(|frame| frame.file != first);
    caller.or(frames.first()).cloned()
}

#[cfg(test)]
mod tests {
    use scorm_session::{ApiFunction, Origin};

    use super::*;
    use crate::course::live_course::CourseEntry;

    fn frame(file: &str, line: u32) -> CallFrame {
        CallFrame {
            file: file.to_owned(),
            line,
            column: 1,
            function: Some("answer".to_owned()),
        }
    }

    fn call() -> Event {
        let kind = EventKind::ApiCalled {
            function: ApiFunction::Commit,
            args: vec![Some("\"source\":[".to_owned())],
            origin: Origin::Content,
        };
        Event::new(7, 8, kind)
    }

    #[test]
    fn who_folds_a_journal_reads_the_event_alone() {
        let frames = [frame("quiz.js", 13), frame("scorm.js", 2)];
        let event = call();
        let entry = serde_json::value::to_raw_value(&LocatedEvent::new(&event, &frames)).unwrap();
        assert!(entry.get().starts_with("{\"event\":{"), "{entry}");
        assert_eq!(of(&entry), frames);
        let Ok(CourseEntry::Event(read)) = serde_json::from_str(entry.get()) else {
            panic!("{entry}");
        };
        assert_eq!(read, event);
    }

    #[test]
    fn an_event_without_a_place_is_written_as_ever() {
        let event = call();
        let located = serde_json::to_string(&LocatedEvent::new(&event, &[])).unwrap();
        let plain = serde_json::to_string(&CourseEntry::Event(event)).unwrap();
        assert_eq!(located, plain);
        assert_eq!(of(&RawValue::from_string(plain).unwrap()), []);
        let loaded = Event::new(1, 1, EventKind::ContentLoaded);
        let frames = [frame("quiz.js", 13)];
        let written = serde_json::to_string(&LocatedEvent::new(&loaded, &frames)).unwrap();
        assert!(!written.contains("quiz.js"));
    }

    #[test]
    fn who_calls_a_wrapper_is_told_instead_of_the_wrapper() {
        let frames = vec![
            frame("scorm.js", 2),
            frame("scorm.js", 9),
            frame("quiz.js", 13),
        ];
        assert_eq!(telling(&frames), Some(frame("quiz.js", 13)));
        let own = vec![frame("quiz.js", 4), frame("quiz.js", 13)];
        assert_eq!(telling(&own), Some(frame("quiz.js", 4)));
        assert_eq!(telling(&[]), None);
    }

    #[test]
    fn what_a_page_says_is_bounded() {
        let mut frames = vec![frame("", 1), frame(&"x".repeat(301), 1)];
        frames.extend((0..9).map(|line| frame("a.js", line)));
        let kept = bounded(frames);
        assert_eq!(kept.len(), MOST_FRAMES);
        assert!(kept.iter().all(|frame| frame.file == "a.js"));
    }
}
