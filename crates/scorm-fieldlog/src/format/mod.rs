//! The loggers whose lines are known, one file each.

mod call_text;
mod commit_values;
mod har;
mod json_calls;
mod moodle;
mod pipwerks;
mod scorm_again;
mod scorm_cloud;
mod scorm_driver;
mod spoor;

use scorm_runtime::ApiFunction;

use crate::field_log::{FieldLog, Format, LoggedCall, Told};

pub(crate) use call_text::mentions_call;

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// A logger's line that is about no call.
    Nothing,
    /// A call, with what the line tells of it.
    Call(Heard),
    /// What the logger's last call returned.
    Result(Told),
    /// What the logger's last call set.
    Value(Told),
    /// The error after the logger's last call.
    Error(u16),
    /// The error of the call that the logger tells next.
    NextError(u16),
    /// The logger's last call did not reach the API.
    NotMade,
    /// A SCO was launched.
    Launch(String),
    /// The version of the course.
    Version {
        /// SCORM 1.2.
        scorm12: bool,
    },
}

/// A call that a line tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The function as the API has it, where the log names it so.
    pub(crate) name: Option<&'static str>,
    pub(crate) function: ApiFunction,
    pub(crate) args: Vec<Told>,
    pub(crate) value_missing: bool,
    pub(crate) result: Option<Told>,
    pub(crate) error: Option<u16>,
    pub(crate) derived: bool,
}

impl Heard {
    pub(crate) fn of(function: ApiFunction) -> Self {
        Self {
            name: None,
            function,
            args: Vec::new(),
            value_missing: false,
            result: None,
            error: None,
            derived: false,
        }
    }

    pub(crate) fn with_args(self, args: impl IntoIterator<Item = Told>) -> Self {
        Self {
            args: args.into_iter().collect(),
            ..self
        }
    }

    pub(crate) fn call(self, line: usize, format: Format) -> LoggedCall {
        let Self {
            name: _,
            function,
            mut args,
            value_missing,
            result,
            error,
            derived,
        } = self;
        // Most loggers leave out the empty argument that these functions take; an LMS that missed
        // it would have said so.
        let takes_empty = matches!(
            function,
            ApiFunction::Initialize | ApiFunction::Terminate | ApiFunction::Commit
        );
        if takes_empty && args.is_empty() && error != Some(INVALID_ARGUMENT) {
            args.push(Told::default());
        }
        LoggedCall {
            line,
            formats: vec![format],
            function,
            args,
            value_missing,
            result,
            error,
            derived,
        }
    }
}

/// General argument error, in all versions.
const INVALID_ARGUMENT: u16 = 201;

/// Reads one line, with the logger's last call before it. Nothing: the logger writes no such lines.
type ReadLine = fn(&str, Option<&LoggedCall>) -> Option<Vec<Said>>;

/// The loggers that write lines; who writes the more particular form is asked first.
pub(crate) const LOGGERS: &[(Format, ReadLine)] = &[
    (Format::Moodle, moodle::read),
    (Format::ScormCloud, scorm_cloud::read),
    (Format::ScormAgain, scorm_again::read),
    (Format::ScormDriver, scorm_driver::read),
    (Format::Spoor, spoor::read),
    (Format::Pipwerks, pipwerks::read),
    (Format::JsonCalls, json_calls::read),
    (Format::CallText, call_text::read),
];

/// Whether a line begins a call that does not end on it.
pub(crate) fn is_unfinished(line: &str) -> bool {
    call_text::is_unfinished(line) || scorm_again::is_unfinished(line)
}

/// A log that is one JSON document.
pub(crate) fn document(text: &str) -> Option<FieldLog> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    har::document(text).or_else(|| json_calls::document(text))
}
