//! What the log tells about the launch: values that only the LMS can have given.

use scorm_runtime::ApiFunction;

use crate::field_log::FieldLog;

/// What the LMS answered to the first GetValue of an element, if the log has all of it.
pub(super) fn first_answer<'a>(log: &'a FieldLog, names: &[&str]) -> Option<&'a str> {
    log.calls
        .iter()
        .filter(|call| call.function == ApiFunction::GetValue)
        .find(|call| {
            call.element()
                .is_some_and(|element| names.contains(&element))
        })
        .filter(|call| call.error.unwrap_or(0) == 0)
        .and_then(|call| call.result.as_ref())
        .filter(|result| !result.cut && !result.text.is_empty())
        .map(|result| result.text.as_str())
        .filter(|text| !matches!(*text, "null" | "undefined"))
}
