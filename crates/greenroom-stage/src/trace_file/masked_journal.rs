//! A journal whose learner cannot be known, and which plays as the original does.
//!
//! Both are carried out side by side: a masked response that the engine would take otherwise than
//! the original is masked in another way.

use std::io;

use scorm_session::{
    Answer, ApiFunction, Effect, Event, EventKind, Learner, Opening, Session, Thrown, Told,
};
use serde_json::value::RawValue;

use super::mask::{self, Names};
use crate::course::live_course::CourseEntry;

#[derive(Debug)]
pub(super) struct MaskedJournal {
    names: Names,
    original: Option<Session>,
    masked: Option<Session>,
    answered_otherwise: usize,
}

impl Default for MaskedJournal {
    fn default() -> Self {
        Self {
            names: Names::masking(),
            original: None,
            masked: None,
            answered_otherwise: 0,
        }
    }
}

impl MaskedJournal {
    /// The entry as it may be shown.
    pub(super) fn take_in(&mut self, entry: CourseEntry) -> io::Result<Box<RawValue>> {
        let entry = match entry {
            CourseEntry::Opening(opening) => CourseEntry::Opening(self.open(opening)),
            CourseEntry::Event(event) => {
                let mut masked = self.apply(&event);
                masked.lms = masked.lms.map(without_value);
                CourseEntry::Event(masked)
            }
        };
        serde_json::value::to_raw_value(&entry).map_err(io::Error::from)
    }

    /// How many values are answered otherwise than the original ones, and whose names were hidden.
    pub(super) fn finish(self) -> (usize, Names) {
        (self.answered_otherwise, self.names)
    }

    fn open(&mut self, opening: Opening) -> Opening {
        self.names.add(&opening.learner.id);
        self.names.add(&opening.learner.name);
        let masked = Opening {
            learner: learner(&opening.learner),
            ..opening.clone()
        };
        self.original = opening.open().ok();
        self.masked = masked.clone().open().ok();
        masked
    }

    fn apply(&mut self, event: &Event) -> Event {
        let candidates = self.candidates(event);
        let wanted = self
            .original
            .as_mut()
            .map(|session| answer(&session.apply(event)));
        let fits = |session: &Session, candidate: &Event| {
            Some(answer(&session.clone().apply(candidate))) == wanted
        };
        let chosen = match (candidates.as_slice(), &self.masked) {
            ([_, _, ..], Some(session)) => candidates.iter().find(|it| fits(session, it)),
            _ => None,
        };
        let chosen = chosen.or(candidates.first()).unwrap_or(event).clone();
        if let Some(session) = &mut self.masked {
            let given = answer(&session.apply(&chosen));
            self.answered_otherwise += usize::from(Some(given) != wanted);
        }
        chosen
    }

    /// The ways to mask a call; none if nothing in it is to be masked.
    fn candidates(&self, event: &Event) -> Vec<Event> {
        let EventKind::ApiCalled {
            function,
            args,
            origin,
        } = &event.event
        else {
            return Vec::new();
        };
        let with = |masks: fn(&str) -> String| {
            let mut args = args.clone();
            let first = args.first().cloned().flatten().unwrap_or_default();
            let values = match function {
                ApiFunction::SetValue | ApiFunction::GetValue => 1,
                _ => 0,
            };
            for value in args.iter_mut().skip(values).flatten() {
                let free = *function == ApiFunction::SetValue && !mask::is_prescribed(&first);
                *value = if free {
                    masks(value)
                } else {
                    self.names.hide(value)
                };
            }
            Event {
                event: EventKind::ApiCalled {
                    function: *function,
                    args,
                    origin: *origin,
                },
                ..event.clone()
            }
        };
        let masked = with(mask::mask);
        if masked == *event {
            return Vec::new();
        }
        // Only what has a form can be refused for it.
        let formed = |args: &[Option<String>]| {
            let element = args.first().and_then(Option::as_deref);
            element.is_some_and(|element| element.ends_with("_response"))
        };
        if formed(args) {
            // Two words of the standard: whoever gave the answer, it tells nothing of them.
            let unmasked = args.get(1).and_then(Option::as_deref);
            let yes_or_no = unmasked
                .is_some_and(|value| matches!(value, "true" | "false" | "t" | "f" | "0" | "1"));
            let mut ways = vec![masked, with(mask::mask_apart)];
            if yes_or_no {
                ways.push(event.clone());
            }
            return ways;
        }
        vec![masked]
    }
}

/// What can be compared of an answer: its text may hold what is masked.
/// What an LMS said may hold any value; of which type it was, and with which error, stays known.
fn without_value(told: Told) -> Told {
    Told {
        value: told
            .value
            .filter(|value| value == "true" || value == "false"),
        throws: told.throws.map(|thrown| Thrown {
            message: String::new(),
            ..thrown
        }),
        ..told
    }
}

fn answer(effects: &[Effect]) -> Option<(u16, bool)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Answered(Answer { value, error }) => Some((*error, value.is_empty())),
        _ => None,
    })
}

/// A learner's record without the learner.
fn learner(learner: &Learner) -> Learner {
    let mut masked = learner.clone();
    masked.id = mask::mask(&learner.id);
    masked.name = mask::mask(&learner.name);
    for value in masked.shared_data.values_mut() {
        *value = mask::mask(value);
    }
    for course in masked.courses.values_mut() {
        for value in course.shared_data.values_mut() {
            *value = mask::mask(value);
        }
        for record in course.activities.values_mut() {
            record.api.diagnostic = mask::mask(&record.api.diagnostic);
            for stored in &mut record.api.data.values {
                if !mask::is_prescribed(&stored.element) {
                    stored.value = mask::mask(&stored.value);
                }
            }
        }
    }
    masked
}
