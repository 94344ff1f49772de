//! The session before the one in the log: what the LMS gave back must have been set in it.

use scorm_runtime::ApiFunction;

use super::launch_facts::first_answer;
use crate::element_name;
use crate::field_log::FieldLog;

/// Elements that a resumed course gets back, in an order in which they can be set.
const KEPT_12: [&str; 6] = [
    "cmi.core.lesson_location",
    "cmi.suspend_data",
    "cmi.core.lesson_status",
    "cmi.core.score.raw",
    "cmi.core.score.min",
    "cmi.core.score.max",
];
const KEPT_2004: [&str; 9] = [
    "cmi.location",
    "cmi.suspend_data",
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.progress_measure",
    "cmi.score.scaled",
    "cmi.score.raw",
    "cmi.score.min",
    "cmi.score.max",
];
/// What a status is before anything was done.
const UNTOUCHED: [&str; 2] = ["not attempted", "unknown"];

/// What must have been set before: elements with values, the total time as session time.
///
/// Nothing unless the log shows that the course was resumed: the LMS says so by the entry, or, where
/// the course did not ask, gives back a place or data that the course did not set before.
pub(super) fn earlier_session(log: &FieldLog, scorm12: bool) -> Vec<(String, String)> {
    let (entry, kept, total, session): (_, &[&str], _, _) = if scorm12 {
        let times = ("cmi.core.total_time", "cmi.core.session_time");
        ("cmi.core.entry", &KEPT_12, times.0, times.1)
    } else {
        let times = ("cmi.total_time", "cmi.session_time");
        ("cmi.entry", &KEPT_2004, times.0, times.1)
    };
    let restored: Vec<(String, String)> = kept
        .iter()
        .filter_map(|element| Some((*element, given_back(log, element)?)))
        .filter(|(_, value)| !UNTOUCHED.contains(&value.as_str()))
        .map(|(element, value)| (element.to_owned(), value))
        .collect();
    let place = ["lesson_location", "location", "suspend_data"];
    let has_place = restored.iter().any(|(element, _)| {
        element
            .rsplit('.')
            .next()
            .is_some_and(|last| place.contains(&last))
    });
    let asked = log
        .calls
        .iter()
        .any(|call| call.function == ApiFunction::GetValue && call.element() == Some(entry));
    let resumed = first_answer(log, &[entry]) == Some("resume") || (!asked && has_place);
    if !resumed {
        return Vec::new();
    }
    let mut set = restored;
    if let Some(time) = first_answer(log, &[total]) {
        set.push((session.to_owned(), time.to_owned()));
    }
    set
}

/// What the LMS answered for an element before the course set it, as far as the log tells.
fn given_back(log: &FieldLog, element: &str) -> Option<String> {
    let calls = log.calls.iter();
    let mut of_first_session = calls.take_while(|call| call.function != ApiFunction::Terminate);
    let first = of_first_session.find(|call| call.element() == Some(element))?;
    debug_assert!(
        !element_name::is_read_only(element),
        "{element} is given by the LMS"
    );
    let given = first.function == ApiFunction::GetValue && first.error.unwrap_or(0) == 0;
    let text = &first.result.as_ref().filter(|_| given)?.text;
    let is_value = !text.is_empty() && !matches!(text.as_str(), "null" | "undefined");
    is_value.then(|| text.clone())
}
