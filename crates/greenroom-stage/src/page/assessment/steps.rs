//! Rules on what single actions caused.

use scorm_session::{ApiCall, ApiErrorCode, ApiFunction};

use super::{Issue, Trace, interaction, is_set};

/// Errors that say "something else must be set first": dependency not established (SCORM 2004),
/// and general set failure, which an index out of order gives.
const ORDER_ERRORS: [ApiErrorCode; 2] = [ApiErrorCode(408), ApiErrorCode(351)];

const RESULTS: [&str; 7] = [
    "cmi.score.scaled",
    "cmi.score.raw",
    "cmi.core.score.raw",
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.core.lesson_status",
    "cmi.progress_measure",
];

/// The action itself failed.
pub(super) fn action_failed(trace: &Trace, out: &mut Vec<Issue>) {
    for (index, step) in trace.steps.iter().enumerate() {
        if let Some(error) = &step.error {
            let words = (
                error.clone(),
                "Look for the element with scorm_dom_find_interactive_elements.",
            );
            out.push(trace.issue("action_failed", "error", words, &[], Some(index)));
        }
    }
}

/// A property of an interaction was refused because its id or type was not set first.
pub(super) fn interaction_order(trace: &Trace, out: &mut Vec<Issue>) {
    for (index, call) in trace.calls().filter(|(_, call)| is_out_of_order(call)) {
        let words = (
            format!("{} was refused with {}", call.element(), call.error_code),
            "Set id first, then type, then the rest; use the next free index (_count).",
        );
        out.push(trace.issue("interaction_order", "error", words, &[call], Some(index)));
    }
}

fn is_out_of_order(call: &ApiCall) -> bool {
    call.function() == ApiFunction::SetValue
        && interaction(call.element()).is_some()
        && ORDER_ERRORS.contains(&call.error_code)
}

/// Any other call that got an error number.
pub(super) fn api_error(trace: &Trace, out: &mut Vec<Issue>) {
    let failed = |call: &ApiCall| call.failed() && !is_out_of_order(call);
    for (index, call) in trace.calls().filter(|(_, call)| failed(call)) {
        let words = (
            format!(
                "{} {} got error {}",
                call.method,
                call.element(),
                call.error_code
            ),
            "Compare element and value with the data model of the course's version.",
        );
        out.push(trace.issue("api_error", "error", words, &[call], Some(index)));
    }
}

/// An answer was handed in and nothing was told to the LMS.
pub(super) fn no_api_calls(trace: &Trace, out: &mut Vec<Issue>) {
    for (index, step) in trace.steps.iter().enumerate() {
        if step.submits && step.error.is_none() && step.calls.is_empty() {
            let words = (
                "the answer was handed in and no API call followed".to_owned(),
                "Record the interaction with SetValue, then Commit.",
            );
            out.push(trace.issue("no_api_calls", "warning", words, &[], Some(index)));
        }
    }
}

/// An answer was recorded, but then neither score nor status.
pub(super) fn score_not_updated(trace: &Trace, out: &mut Vec<Issue>) {
    let sets_result = |call: &ApiCall| is_set(call) && RESULTS.contains(&call.element());
    for (index, step) in trace.steps.iter().enumerate().filter(|(_, s)| s.submits) {
        let recorded: Vec<&ApiCall> = step
            .calls
            .iter()
            .filter(|call| is_set(call) && interaction(call.element()).is_some())
            .collect();
        let later = trace.steps[index..].iter().flat_map(|step| &step.calls);
        if !recorded.is_empty() && !later.into_iter().any(sets_result) {
            let words = (
                "the interaction was recorded, but neither score nor status was set".to_owned(),
                "Set cmi.score.* and the status once the answer is judged.",
            );
            let issue = trace.issue(
                "score_not_updated",
                "warning",
                words,
                &recorded,
                Some(index),
            );
            out.push(issue);
        }
    }
}

/// Values were set and no Commit (or Terminate, which saves too) came after them.
pub(super) fn missing_commit(trace: &Trace, out: &mut Vec<Issue>) {
    let saves = |call: &ApiCall| {
        matches!(
            call.function(),
            ApiFunction::Commit | ApiFunction::Terminate
        )
    };
    let calls: Vec<(usize, &ApiCall)> = trace.calls().collect();
    let after_save = calls
        .iter()
        .rposition(|(_, call)| saves(call) && !call.failed());
    let unsaved: Vec<&ApiCall> = calls[after_save.map_or(0, |at| at + 1)..]
        .iter()
        .filter(|(_, call)| is_set(call))
        .map(|(_, call)| *call)
        .collect();
    if let Some(last) = unsaved.last() {
        let words = (
            format!(
                "{} values were set, the last {}, and no Commit followed",
                unsaved.len(),
                last.element()
            ),
            "Call Commit after an answer, so that a crash does not lose it.",
        );
        out.push(trace.issue("missing_commit", "warning", words, &unsaved, None));
    }
}
