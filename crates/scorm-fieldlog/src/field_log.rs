//! What a log tells: calls with their answers, launches, and lines that are neither.

use scorm_runtime::ApiFunction;

/// A log that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldLog {
    /// The loggers that wrote it, in the order of their first lines.
    pub formats: Vec<Format>,
    /// The calls, in the order of the log.
    pub calls: Vec<LoggedCall>,
    /// Launches that the log tells of beside its calls.
    pub launches: Vec<Launch>,
    /// SCORM 1.2 by the names of functions and elements; 2004 otherwise, nothing if none tells.
    pub scorm12: Option<bool>,
    /// How many lines are neither a call nor a line of a known logger.
    pub unknown_lines: usize,
    /// The first of them.
    pub unknown: Vec<UnknownLine>,
    /// What a reader of the result must know.
    pub notes: Vec<String>,
}

/// One call of the API as the log tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedCall {
    /// Line in the file, from 1; in a HAR the number of the request.
    pub line: usize,
    /// The loggers that told it. A wrapper and the LMS may both tell of one call.
    pub formats: Vec<Format>,
    /// The function, whatever the version calls it.
    pub function: ApiFunction,
    /// Its arguments, as far as they were told.
    pub args: Vec<Told>,
    /// A SetValue of which the log does not tell the value.
    pub value_missing: bool,
    /// What it returned, if that was told.
    pub result: Option<Told>,
    /// The error code after it, if that was told.
    pub error: Option<u16>,
    /// The log tells of a request with values, not of the call itself.
    pub derived: bool,
}

impl LoggedCall {
    /// The element that a GetValue or SetValue names.
    pub fn element(&self) -> Option<&str> {
        let named = matches!(self.function, ApiFunction::GetValue | ApiFunction::SetValue);
        let first = self.args.first().filter(|_| named);
        first.map(|element| element.text.as_str())
    }

    /// Whether any of it was cut by the logger.
    pub fn is_cut(&self) -> bool {
        self.args.iter().chain(&self.result).any(|told| told.cut)
    }
}

/// A text of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// The text, without the mark of a cut.
    pub text: String,
    /// The logger cut it: the rest is not known.
    pub cut: bool,
    /// It ran over several lines, so that its white space is not certain.
    pub joined: bool,
}

impl Told {
    /// A text that stands in the log as it is.
    pub fn whole(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// Whether another text may be the one that was told.
    pub fn may_be(&self, other: &str) -> bool {
        if self.joined {
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            let (own, other) = (squeezed(&self.text), squeezed(other));
            return if self.cut {
                other.starts_with(&own)
            } else {
                own == other
            };
        }
        if self.cut {
            other.starts_with(&self.text)
        } else {
            self.text == other
        }
    }
}

/// A launch that the log tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// How many calls stand before it.
    pub before_call: usize,
    /// Identifier of the item.
    pub activity: String,
}

/// A line that nobody understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLine {
    /// Its number, from 1.
    pub line: usize,
    /// Its beginning.
    pub text: String,
}

/// A kind of logger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The debug log of SCORM Cloud and SCORM Engine.
    ScormCloud,
    /// Moodle's window "SCORM API Activity Log".
    Moodle,
    /// Console output of scorm-again and simplify-scorm.
    ScormAgain,
    /// Traces of the pipwerks wrapper.
    Pipwerks,
    /// The debug window of SCORM Driver, which Articulate and others ship.
    ScormDriver,
    /// The log of Adapt's spoor.
    Spoor,
    /// Any line with `Function(arguments)` and what came of it.
    CallText,
    /// JSON objects with a function, arguments and result.
    JsonCalls,
    /// Requests that a browser recorded: values that were sent, not calls.
    Har,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ScormCloud,
        Self::Moodle,
        Self::ScormAgain,
        Self::Pipwerks,
        Self::ScormDriver,
        Self::Spoor,
        Self::CallText,
        Self::JsonCalls,
        Self::Har,
    ];

    /// The name in answers and in the documentation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ScormCloud => "scorm_cloud",
            Self::Moodle => "moodle",
            Self::ScormAgain => "scorm_again",
            Self::Pipwerks => "pipwerks",
            Self::ScormDriver => "scorm_driver",
            Self::Spoor => "spoor",
            Self::CallText => "call_text",
            Self::JsonCalls => "json_calls",
            Self::Har => "har",
        }
    }
}
