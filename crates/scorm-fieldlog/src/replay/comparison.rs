//! What a log says that a call answered, against what it answers here.

use scorm_runtime::ApiFunction;
use scorm_session::Answer;
use scorm_session::rehearsal::compare::result_matches;
use scorm_session::rehearsal::format::{Call, CompareKind};

use crate::field_log::{LoggedCall, Told};

/// A call that is answered otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Number of the call in the log, from 1.
    pub call: usize,
    /// Its line; in a HAR the number of the request.
    pub line: usize,
    /// The function by the name that the course's version uses.
    pub method: &'static str,
    /// The arguments.
    pub args: Vec<String>,
    /// What the log says.
    pub logged: Answered,
    /// What it answers here.
    pub answered: Answered,
    /// A text of the call was cut by the logger, and compared as far as it goes.
    pub cut: bool,
}

/// What a call answered, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What it returned.
    pub result: Option<String>,
    /// The error code after it.
    pub error: Option<u16>,
}

impl From<&Answer> for Answered {
    fn from(answer: &Answer) -> Self {
        Self {
            result: Some(answer.value.clone()),
            error: Some(answer.error),
        }
    }
}

/// Whether a call is answered as the log says. What the log does not say is not compared.
pub(super) fn is_same(call: &LoggedCall, answer: &Answer) -> bool {
    // A wrapper that reports a failure without its code writes 0.
    let failed = call
        .result
        .as_ref()
        .is_some_and(|told| told.text == "false");
    let error = call.error.filter(|error| !(failed && *error == 0));
    if error.is_some_and(|error| error != answer.error) {
        return false;
    }
    call.result
        .as_ref()
        .is_none_or(|told| same_result(call, told, &answer.value))
}

fn same_result(call: &LoggedCall, told: &Told, value: &str) -> bool {
    // The words for an error are the LMS's own.
    let words = matches!(
        call.function,
        ApiFunction::GetErrorString | ApiFunction::GetDiagnostic
    );
    if words || told.may_be(value) {
        return true;
    }
    let Some(element) = call.element().filter(|_| !told.cut) else {
        return false;
    };
    let last = element.rsplit('.').next().unwrap_or_default();
    let compare = match last {
        "_children" => CompareKind::Set,
        "total_time" | "session_time" | "latency" | "max_time_allowed" => {
            return told.text.trim() == value || same_time(&told.text, value);
        }
        // A log does not tell a number from its text.
        _ => CompareKind::Result,
    };
    let wanted = Call {
        expect_result: Some(told.text.trim().to_owned()),
        compare,
        ..Call::default()
    };
    result_matches(&wanted, value, "")
}

/// The same time in another form: `00:01:30`, `0000:01:30.00`, `PT90S`, `PT1M30S`.
fn same_time(logged: &str, value: &str) -> bool {
    let clock = |text: &str| -> Option<f64> {
        let mut seconds = 0.0;
        for part in text.trim().split(':') {
            seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
        }
        text.contains(':').then_some(seconds)
    };
    if let (Some(logged), Some(value)) = (clock(logged), clock(value)) {
        return (logged - value).abs() < 0.01;
    }
    let wanted = Call {
        expect_result: Some(logged.trim().to_owned()),
        compare: CompareKind::Duration,
        ..Call::default()
    };
    result_matches(&wanted, value, "")
}
