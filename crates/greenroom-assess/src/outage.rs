//! When the server of an LMS fails once: the act in which a course has most to lose by it.

use std::collections::BTreeMap;
use std::ops::Range;

use scorm_session::{ApiCall, ApiFunction, Origin};

use crate::facts::{is_of_the_visit, is_place, is_status};

/// The number of the act whose saves are missed most if they fail, and which saves in a later act follow:
/// what was set then and not again is lost where the LMS does not repeat a save. `ends` are the numbers of
/// calls after the launch and after each act.
pub(crate) fn act_at_stake(calls: &[ApiCall], ends: &[usize]) -> Option<usize> {
    let last = *ends.last()?;
    let commits = |range: Range<usize>| {
        let calls = calls.get(range).unwrap_or_default();
        calls.iter().any(|call| is_own(call, ApiFunction::Commit))
    };
    let stakes = stakes(calls);
    let mut best: Option<(u32, usize)> = None;
    for (act, range) in ends.windows(2).enumerate() {
        let (begin, end) = (range[0], range[1]);
        let within = stakes
            .iter()
            .filter(|(saved, _)| (begin..end).contains(saved));
        let worth: u32 = within.map(|(_, worth)| worth).sum();
        let is_better = best.is_none_or(|(known, _)| worth > known);
        if worth > 0 && is_better && commits(end..last) {
            best = Some((worth, act));
        }
    }
    best.map(|(_, act)| act)
}

fn is_own(call: &ApiCall, function: ApiFunction) -> bool {
    call.origin == Origin::Content && call.function() == function
}

/// For each element with its last value: the Commit that carries it first, and what it is worth.
fn stakes(calls: &[ApiCall]) -> Vec<(usize, u32)> {
    let mut set: BTreeMap<(&str, &str), (&str, usize)> = BTreeMap::new();
    let own = calls.iter().enumerate();
    let own = own.filter(|(_, call)| is_own(call, ApiFunction::SetValue) && !call.failed());
    for (index, call) in own {
        let known = set.entry((&call.activity, call.element()));
        let known = known.or_insert((call.value(), index));
        if known.0 != call.value() {
            *known = (call.value(), index);
        }
    }
    let carried = set.into_iter().filter_map(|((_, element), (_, index))| {
        let mut later = calls.iter().enumerate().skip(index);
        let (saved, _) = later.find(|(_, call)| is_own(call, ApiFunction::Commit))?;
        Some((saved, worth(element)))
    });
    carried.collect()
}

fn worth(element: &str) -> u32 {
    // The next visit says this again.
    if is_of_the_visit(element) {
        0
    } else if is_status(element) {
        4
    } else if element.contains(".score.") {
        3
    } else if is_place(element) {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::act_at_stake;
    use scorm_session::{ApiCall, ApiErrorCode, ApiMethod, Origin};

    fn call(method: &str, args: &[&str]) -> ApiCall {
        ApiCall {
            seq: 1,
            method: ApiMethod::parse(method).unwrap(),
            args: args.iter().map(|arg| Some((*arg).to_owned())).collect(),
            result: "true".to_owned(),
            error_code: ApiErrorCode(0),
            timestamp: 0,
            duration_us: None,
            origin: Origin::Content,
            activity: "one".to_owned(),
            rte_session: "r1".to_owned(),
            lms: None,
        }
    }

    fn set(element: &str, value: &str) -> ApiCall {
        call("LMSSetValue", &[element, value])
    }

    fn commit() -> ApiCall {
        call("LMSCommit", &[""])
    }

    #[test]
    fn what_is_set_once_and_saved_before_other_saves_is_at_stake() {
        let calls = [
            set("cmi.suspend_data", "page 1"),
            commit(),
            set("cmi.interactions.0.id", "q1"),
            commit(),
            set("cmi.suspend_data", "page 2"),
            commit(),
        ];
        assert_eq!(act_at_stake(&calls, &[0, 2, 4, 6]), Some(1));
        // The status is worth more.
        let calls = [
            set("cmi.interactions.0.id", "q1"),
            commit(),
            set("cmi.core.lesson_status", "completed"),
            commit(),
            commit(),
        ];
        assert_eq!(act_at_stake(&calls, &[0, 2, 4, 5]), Some(1));
    }

    #[test]
    fn what_is_set_again_or_saved_last_is_not() {
        let again = [
            set("cmi.suspend_data", "page 1"),
            commit(),
            set("cmi.suspend_data", "page 2"),
            commit(),
        ];
        assert_eq!(act_at_stake(&again, &[0, 2, 4]), None);
        assert_eq!(act_at_stake(&again, &[]), None);
        // The same value once more need not be sent.
        let same = [
            set("cmi.suspend_data", "answer"),
            commit(),
            set("cmi.suspend_data", "answer"),
            commit(),
        ];
        assert_eq!(act_at_stake(&same, &[0, 2, 4]), Some(0));
        let time = [set("cmi.core.session_time", "00:00:09"), commit(), commit()];
        assert_eq!(act_at_stake(&time, &[0, 2, 3]), None);
    }
}
