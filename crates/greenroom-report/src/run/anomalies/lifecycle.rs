//! Initialize and Terminate: there, once, and in the right order.

use super::{Anomaly, Visit};
use crate::run::CLOSES_WINDOW;
use scorm_session::{ApiCall, ApiFunction};

fn calls_of(visit: &Visit, function: ApiFunction) -> Vec<&ApiCall> {
    visit
        .calls
        .iter()
        .filter(|call| call.function() == function)
        .collect()
}

fn initialized_at(visit: &Visit) -> Option<usize> {
    visit
        .calls
        .iter()
        .position(|call| call.function() == ApiFunction::Initialize && !call.failed())
}

fn terminated_at(visit: &Visit) -> Option<usize> {
    visit
        .calls
        .iter()
        .position(|call| call.function() == ApiFunction::Terminate && !call.failed())
}

pub(crate) fn missing_initialize(visit: &Visit, out: &mut Vec<Anomaly>) {
    if initialized_at(visit).is_some() {
        return;
    }
    let text = if visit.calls.is_empty() {
        "the SCO made no API call at all".to_owned()
    } else {
        format!(
            "the SCO made {} calls, but no successful Initialize",
            visit.calls.len()
        )
    };
    let advice = "find the API in the parent frames when the page loads and call Initialize(\"\") before anything else; a resource that needs no API is an asset";
    visit.report(out, "missing_initialize", "error", (text, advice), &[]);
}

pub(crate) fn multiple_initialize(visit: &Visit, out: &mut Vec<Anomaly>) {
    let calls = calls_of(visit, ApiFunction::Initialize);
    if calls.len() > 1 {
        let text = format!("Initialize was called {} times in one visit", calls.len());
        let advice = "call Initialize once per launch and remember its answer";
        visit.report(
            out,
            "multiple_initialize",
            "warning",
            (text, advice),
            &calls[1..],
        );
    }
}

pub(crate) fn calls_before_initialize(visit: &Visit, out: &mut Vec<Anomaly>) {
    let end = initialized_at(visit).unwrap_or(visit.calls.len());
    let early: Vec<&ApiCall> = visit.calls[..end]
        .iter()
        .filter(|call| call.function() != ApiFunction::Initialize && !call.function().is_support())
        .collect();
    if let Some(first) = early.first() {
        let text = format!(
            "{} calls came before Initialize, the first was {}({})",
            early.len(),
            first.method,
            first.element()
        );
        let advice = "wait for Initialize to answer \"true\" before using the API";
        visit.report(
            out,
            "calls_before_initialize",
            "error",
            (text, advice),
            &early,
        );
    }
}

pub(crate) fn missing_terminate(visit: &Visit, out: &mut Vec<Anomaly>) {
    if visit.unloaded && initialized_at(visit).is_some() && terminated_at(visit).is_none() {
        let text = "the page was left and no Terminate came".to_owned();
        let advice = "call Terminate(\"\") in a pagehide handler and on every exit button";
        visit.report(out, "missing_terminate", "warning", (text, advice), &[]);
    }
}

pub(crate) fn calls_after_terminate(visit: &Visit, out: &mut Vec<Anomaly>) {
    let Some(end) = terminated_at(visit) else {
        return;
    };
    let late: Vec<&ApiCall> = visit.calls[end + 1..]
        .iter()
        .filter(|call| {
            matches!(
                call.function(),
                ApiFunction::GetValue | ApiFunction::SetValue | ApiFunction::Commit
            )
        })
        .collect();
    if let Some(first) = late.first() {
        let text = format!(
            "{} calls came after Terminate, the first was {}({})",
            late.len(),
            first.method,
            first.element()
        );
        let advice = "set and commit everything before Terminate; nothing is stored after it";
        visit.report(out, "calls_after_terminate", "error", (text, advice), &late);
    }
}

pub(crate) fn content_tampered(visit: &Visit, out: &mut Vec<Anomaly>) {
    if let Some(summary) = &visit.tampering {
        let advice = "leave the player's own addresses and window alone; a course talks to its LMS through the API object only";
        let found = (summary.clone(), advice);
        visit.report(out, "content_tampered", "error", found, &[]);
    }
}

pub(super) fn left_its_window(visit: &Visit, out: &mut Vec<Anomaly>) {
    let Some(departed) = &visit.departed else {
        return;
    };
    let (severity, advice) = if departed.code == CLOSES_WINDOW {
        (
            "info",
            "call Terminate(\"\") first, and leave a page that makes sense where an LMS keeps the \
             course in a frame: there nothing closes",
        )
    } else {
        (
            "warning",
            "where an LMS plays the course in a frame, this replaces the LMS's own page; end with \
             Terminate(\"\") and, in SCORM 2004, adl.nav.request",
        )
    };
    let found = (departed.to_string(), advice);
    visit.report(out, departed.code, severity, found, &[]);
}

pub(super) fn wrong_api(visit: &Visit, out: &mut Vec<Anomaly>) {
    if visit.looked_for_other_api && visit.calls.is_empty() {
        let text =
            "the content looked for the API of the other SCORM version and found none".to_owned();
        let advice = "use window.API in SCORM 1.2 and window.API_1484_11 in SCORM 2004, as the manifest's schemaversion says";
        visit.report(out, "wrong_api", "error", (text, advice), &[]);
    }
}
