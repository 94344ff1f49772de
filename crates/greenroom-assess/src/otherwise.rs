//! Calls that an LMS answers otherwise than the standard says.

use scorm_session::{ApiCall, ApiFunction, Origin};

/// Characters of a value that are shown.
const SHOWN: usize = 40;
/// What differs from LMS to LMS and breaks no course.
const HARMLESS: [&str; 10] = [
    "cmi.learner_id",
    "cmi.learner_name",
    "cmi.core.student_id",
    "cmi.core.student_name",
    "cmi.credit",
    "cmi.core.credit",
    "cmi.total_time",
    "cmi.core.total_time",
    "cmi._version",
    "cmi.launch_data",
];

/// One call, and how it was answered.
#[derive(Clone, Debug)]
pub(crate) struct Otherwise {
    pub(crate) function: ApiFunction,
    pub(crate) element: String,
    /// As a call in code.
    pub(crate) call: String,
    pub(crate) how: How,
    /// Characters of the value that was set.
    pub(crate) length: usize,
    /// File and line of the course.
    pub(crate) at: Option<String>,
}

/// How it was answered; what breaks courses most comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum How {
    Throws(String),
    /// With this error.
    Refused(String),
    /// A value of another type than string.
    OtherType(String),
    /// Answer, and that of the standard.
    OtherValue(String, String),
}

impl Otherwise {
    /// All such calls of the content, without those that break nothing.
    pub(crate) fn of(calls: &[ApiCall], places: &[Option<String>]) -> Vec<Self> {
        let calls = calls.iter().enumerate();
        let own = calls.filter(|(_, call)| call.origin == Origin::Content);
        own.filter_map(|(index, call)| {
            let how = how(call)?;
            let place = places.get(index).cloned().flatten();
            Some(Self::new(call, how, place))
        })
        .collect()
    }

    fn new(call: &ApiCall, how: How, at: Option<String>) -> Self {
        Self {
            function: call.function(),
            element: call.element().to_owned(),
            call: written(call),
            how,
            length: call.value().chars().count(),
            at,
        }
    }

    /// Values that the engine refuses, of calls that `wanted` chooses.
    pub(crate) fn failed(
        calls: &[ApiCall],
        places: &[Option<String>],
        wanted: impl Fn(&&ApiCall) -> bool,
    ) -> Vec<Self> {
        let calls = calls.iter().enumerate();
        let failed = calls.filter(|(_, call)| {
            call.origin == Origin::Content
                && call.function() == ApiFunction::SetValue
                && wanted(call)
        });
        failed
            .map(|(index, call)| {
                let error = call.error_code.to_string();
                let place = places.get(index).cloned().flatten();
                Self::new(call, How::Refused(error), place)
            })
            .collect()
    }

    /// A sentence about it.
    pub(crate) fn says(&self, title: &str) -> String {
        let call = &self.call;
        match &self.how {
            How::Throws(what) => format!("{title} throws at {call}: {what}"),
            How::Refused(error) if error.is_empty() || error == "0" => {
                format!("{title} answers {call} with \"false\"")
            }
            How::Refused(error) => format!("{title} refuses {call} with error {error}"),
            How::OtherType(kind) => {
                format!("{title} answers {call} with a value of type {kind}, not with a string")
            }
            How::OtherValue(value, book) => format!(
                "{title} answers {call} with {}; by the standard it is {}",
                shortened(value),
                shortened(book)
            ),
        }
    }

    /// The same call on the same kind of element, whatever its number.
    pub(crate) fn key(&self) -> (ApiFunction, String) {
        let element = self.element.split('.').map(|part| {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { "n" } else { part }
        });
        (self.function, element.collect::<Vec<_>>().join("."))
    }

    pub(crate) fn is_refused_set(&self) -> bool {
        let refused = matches!(self.how, How::Refused(_) | How::Throws(_));
        self.function == ApiFunction::SetValue && refused
    }
}

/// One of each kind, what breaks courses most first.
pub(crate) fn telling(all: &[Otherwise]) -> Vec<&Otherwise> {
    let mut told: Vec<&Otherwise> = Vec::new();
    for one in all {
        if !told.iter().any(|known| known.key() == one.key()) {
            told.push(one);
        }
    }
    told.sort_by_key(|one| rank(&one.how));
    told
}

fn rank(how: &How) -> u8 {
    match how {
        How::Throws(_) => 0,
        How::Refused(_) => 1,
        How::OtherType(_) => 2,
        How::OtherValue(..) => 3,
    }
}

fn how(call: &ApiCall) -> Option<How> {
    let told = call.lms.as_ref()?;
    if let Some(thrown) = &told.throws {
        return Some(How::Throws(format!("{}: {}", thrown.name, thrown.message)));
    }
    let value = told.value.clone().unwrap_or_default();
    let error = told.error.clone().unwrap_or_default();
    match call.function() {
        ApiFunction::GetValue => {
            if call.failed() || HARMLESS.contains(&call.element()) {
                return None;
            }
            let kind = told.js_type.as_deref().filter(|kind| *kind != "string");
            if let Some(kind) = kind {
                return Some(How::OtherType(kind.to_owned()));
            }
            let is_error = !error.is_empty() && error != "0";
            let unset = matches!(call.result.as_str(), "" | "unknown" | "not attempted");
            if is_error && value.is_empty() && call.error_code.is_none() {
                return Some(How::Refused(error));
            }
            let differs = value != call.result && !(unset && value.is_empty());
            differs.then(|| How::OtherValue(value, call.result.clone()))
        }
        function if !function.is_support() => {
            let well = call.result == "true" && !call.failed();
            (well && value != "true").then_some(How::Refused(error))
        }
        _ => None,
    }
}

/// The call as it stands in code.
fn written(call: &ApiCall) -> String {
    let args: Vec<String> = call
        .args
        .iter()
        .map(|arg| shortened(arg.as_deref().unwrap_or_default()))
        .collect();
    format!("{}({})", call.method, args.join(", "))
}

pub(crate) fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= SHOWN {
        return format!("{text:?}");
    }
    let head: String = text.chars().take(SHOWN / 2).collect();
    format!("{head:?}… ({length} characters)")
}
