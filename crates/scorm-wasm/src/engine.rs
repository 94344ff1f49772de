//! One session with its buffers, as the exports see it.

use std::borrow::Cow;
use std::fmt;

use scorm_session::{
    ApiFunction, CourseFault, Effect, Event, Opening, Origin, ReopenFault, Session,
};
use serde::{Deserialize, Serialize};

/// One session with its buffers.
///
/// JavaScript reads the first three words, so their order is part of the interface.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Engine {
    output_address: usize,
    error: u32,
    has_effects: u32,
    output: String,
    input: Vec<u8>,
    pub(crate) session: Option<Session>,
}

#[derive(Deserialize)]
struct Restoring {
    opening: Opening,
    snapshot: String,
}

/// Why a session did not begin.
enum NotBegun {
    Message(serde_json::Error),
    Course(CourseFault),
    Reopening(ReopenFault),
}

impl fmt::Display for NotBegun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(fault) => fault.fmt(f),
            Self::Course(fault) => fault.fmt(f),
            Self::Reopening(fault) => fault.fmt(f),
        }
    }
}

impl Engine {
    /// Makes room for an input of `length` bytes and gives its address.
    pub fn reserve(&mut self, length: usize) -> *mut u8 {
        self.input.resize(length, 0);
        self.input.as_mut_ptr()
    }

    /// Calls a function of the API with the arguments that stand in the input one behind the
    /// other, and gives the length of the answer.
    pub fn call(
        &mut self,
        function: usize,
        first: isize,
        second: isize,
        at: u64,
        random: u64,
    ) -> usize {
        let Some(session) = &mut self.session else {
            return 0;
        };
        let Some(function) = ApiFunction::ALL.get(function) else {
            return 0;
        };
        let input = self.input.as_slice();
        let text = |start: usize, length: isize| {
            let end = start.checked_add(usize::try_from(length).ok()?)?;
            Some(text_of(input.get(start..end)?))
        };
        let arguments = [
            text(0, first),
            text(usize::try_from(first).unwrap_or(0), second),
        ];
        let arguments = [arguments[0].as_deref(), arguments[1].as_deref()];
        // Trailing missing arguments were not passed at all.
        let count = arguments
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        let answer = session.call(*function, &arguments[..count], Origin::Content, at, random);
        self.has_effects = u32::from(session.has_effects());
        self.error = u32::from(answer.error);
        self.put(answer.value)
    }

    /// Runs `question` on the text in the input and gives the length of the answer.
    pub fn ask(&mut self, length: usize, question: impl Fn(&mut Self, &str) -> String) -> usize {
        let input = std::mem::take(&mut self.input);
        let text = text_of(input.get(..length).unwrap_or_default());
        let answer = question(self, &text);
        drop(text);
        self.input = input;
        self.has_effects = u32::from(self.session.as_ref().is_some_and(Session::has_effects));
        self.put(answer)
    }

    fn put(&mut self, answer: String) -> usize {
        self.output = answer;
        self.output_address = self.output.as_ptr() as usize;
        self.output.len()
    }

    /// Opens a course; gives what went wrong, or nothing.
    pub(crate) fn open(&mut self, text: &str) -> String {
        let opened = serde_json::from_str::<Opening>(text)
            .map_err(NotBegun::Message)
            .and_then(|opening| opening.open().map_err(NotBegun::Course));
        self.begin(opened)
    }

    /// Opens a session from a snapshot; gives what went wrong, or nothing.
    pub(crate) fn restore(&mut self, text: &str) -> String {
        let restored = serde_json::from_str::<Restoring>(text)
            .map_err(NotBegun::Message)
            .and_then(|restoring| {
                let restored = restoring.opening.restore(&restoring.snapshot);
                restored.map_err(NotBegun::Reopening)
            });
        self.begin(restored)
    }

    /// JavaScript gets what goes wrong as text.
    fn begin(&mut self, session: Result<Session, NotBegun>) -> String {
        match session {
            Ok(session) => {
                self.session = Some(session);
                String::new()
            }
            Err(fault) => fault.to_string(),
        }
    }

    /// Applies an event and gives its effects.
    pub(crate) fn apply(&mut self, text: &str) -> String {
        let Some(session) = &mut self.session else {
            return "[]".to_owned();
        };
        match serde_json::from_str::<Event>(text) {
            Ok(event) => json(&session.apply(&event)),
            Err(fault) => {
                let note = Effect::Noted {
                    activity: String::new(),
                    element: None,
                    message: format!("this event cannot be read: {fault}"),
                };
                json(&[note])
            }
        }
    }

    pub(crate) fn effects(&mut self, _: &str) -> String {
        json(
            &self
                .session
                .as_mut()
                .map(Session::take_effects)
                .unwrap_or_default(),
        )
    }

    pub(crate) fn snapshot(&mut self, _: &str) -> String {
        self.session
            .as_ref()
            .map(Session::snapshot_json)
            .unwrap_or_default()
    }

    pub(crate) fn navigation(&mut self, _: &str) -> String {
        json(&self.session.as_ref().map(Session::navigation))
    }
}

/// The glue writes valid UTF-8, and checking that is much faster than searching for faults.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

/// Our own types always have a JSON form; an empty text would show a fault in one of them.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
