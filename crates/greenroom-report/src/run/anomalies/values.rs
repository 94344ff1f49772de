//! What was set, what was refused, and what is missing.

use std::collections::BTreeMap;

use super::{Anomaly, Visit};
use scorm_session::{ApiCall, ApiErrorCode, ApiFunction};

const SAME_VALUE_IN_A_ROW: usize = 3;
/// From this part of the limit on, suspend_data is worth a warning.
const NEAR_THE_LIMIT: f64 = 0.8;
/// Scores of courses are rounded; this much difference is not a contradiction.
const SCORE_TOLERANCE: f64 = 0.01;

pub(crate) fn failed_call(visit: &Visit, out: &mut Vec<Anomaly>) {
    let mut groups: BTreeMap<(&str, &str, ApiErrorCode), Vec<&ApiCall>> = BTreeMap::new();
    for call in visit.calls.iter().filter(|call| call.failed()) {
        groups
            .entry((call.method.name(), call.element(), call.error_code))
            .or_default()
            .push(call);
    }
    for ((method, element, code), calls) in groups {
        let value = calls[0].value();
        let shown = if value.is_empty() {
            String::new()
        } else {
            format!(", \"{}\"", shortened(value))
        };
        let often = match calls.len() {
            1 => "once".to_owned(),
            several => format!("{several} times"),
        };
        let text = format!("{method}({element}{shown}) failed with error {code}, {often}");
        let advice = "look the element up in the data model of the course's SCORM version: name, type, access and order";
        visit.report(out, "failed_call", "error", (text, advice), &calls);
    }
}

pub(crate) fn error_ignored(visit: &Visit, out: &mut Vec<Anomaly>) {
    let ignored: Vec<&ApiCall> = visit
        .calls
        .iter()
        .enumerate()
        .filter(|(index, call)| {
            call.failed()
                && visit
                    .calls
                    .get(index + 1)
                    .is_none_or(|next| !next.function().is_support())
        })
        .map(|(_, call)| call)
        .collect();
    if !ignored.is_empty() {
        let text = format!(
            "{} failed calls were not followed by GetLastError",
            ignored.len()
        );
        let advice = "read GetLastError after each call whose answer matters, and log it";
        visit.report(out, "error_ignored", "info", (text, advice), &ignored);
    }
}

fn never_set(
    visit: &Visit,
    out: &mut Vec<Anomaly>,
    (kind, severity): (&'static str, &'static str),
    names: &[&str],
    advice: &str,
) {
    let terminated = visit
        .calls
        .iter()
        .any(|call| call.function() == ApiFunction::Terminate && !call.failed());
    if terminated && visit.sets(names).next().is_none() {
        let text = format!("the SCO terminated without setting {}", names.join(" or "));
        visit.report(out, kind, severity, (text, advice), &[]);
    }
}

pub(crate) fn status_never_set(visit: &Visit, out: &mut Vec<Anomaly>) {
    let names = ["cmi.completion_status", "cmi.core.lesson_status"];
    never_set(
        visit,
        out,
        ("status_never_set", "warning"),
        &names,
        "set the status when the learner has finished, or the LMS shows the course as open for ever",
    );
}

pub(crate) fn session_time_never_set(visit: &Visit, out: &mut Vec<Anomaly>) {
    let names = ["cmi.session_time", "cmi.core.session_time"];
    never_set(
        visit,
        out,
        ("session_time_never_set", "info"),
        &names,
        "set the session time before Terminate, so that the total time is right",
    );
}

pub(crate) fn exit_never_set(visit: &Visit, out: &mut Vec<Anomaly>) {
    let names = ["cmi.exit", "cmi.core.exit"];
    never_set(
        visit,
        out,
        ("exit_never_set", "info"),
        &names,
        "set the exit to suspend where the learner should come back to the same place",
    );
}

pub(crate) fn score_incomplete(visit: &Visit, out: &mut Vec<Anomaly>) {
    let last = |names: &[&str]| {
        visit
            .sets(names)
            .last()
            .and_then(|call| call.value().trim().parse::<f64>().ok())
    };
    let raw = last(&["cmi.score.raw", "cmi.core.score.raw"]);
    let min = last(&["cmi.score.min", "cmi.core.score.min"]);
    let max = last(&["cmi.score.max", "cmi.core.score.max"]);
    let scaled = last(&["cmi.score.scaled"]);
    let Some(raw) = raw else { return };
    let text = match (min, max, scaled) {
        (None, _, _) | (_, None, _) => {
            format!("score.raw is {raw}, but score.min or score.max was not set")
        }
        (Some(min), Some(max), Some(scaled)) if max > min => {
            let expected = (raw - min) / (max - min);
            if (expected - scaled).abs() <= SCORE_TOLERANCE {
                return;
            }
            format!(
                "score.scaled is {scaled}, but raw {raw} between {min} and {max} is {expected:.2}"
            )
        }
        _ => return,
    };
    let advice = "set raw, min and max together, and scaled as (raw - min) / (max - min)";
    visit.report(out, "score_incomplete", "warning", (text, advice), &[]);
}

pub(crate) fn suspend_data_limit(visit: &Visit, out: &mut Vec<Anomaly>) {
    let longest = visit
        .calls
        .iter()
        .filter(|call| {
            call.element() == "cmi.suspend_data" && call.function() == ApiFunction::SetValue
        })
        .max_by_key(|call| call.value().chars().count());
    let Some(call) = longest else { return };
    let length = call.value().chars().count();
    let limit = visit.suspend_data_limit;
    let severity = match length as f64 / limit as f64 {
        part if part > 1.0 => "error",
        part if part >= NEAR_THE_LIMIT => "warning",
        _ => return,
    };
    let text = format!("suspend_data reached {length} of {limit} characters");
    let advice = "keep only what is needed to resume, or pack it tighter";
    visit.report(out, "suspend_data_limit", severity, (text, advice), &[call]);
}

pub(crate) fn redundant_set(visit: &Visit, out: &mut Vec<Anomaly>) {
    let mut runs: BTreeMap<&str, Vec<&ApiCall>> = BTreeMap::new();
    let mut worst: BTreeMap<&str, Vec<&ApiCall>> = BTreeMap::new();
    for call in visit
        .calls
        .iter()
        .filter(|call| call.function() == ApiFunction::SetValue)
    {
        let run = runs.entry(call.element()).or_default();
        if run.last().is_some_and(|last| last.value() != call.value()) {
            run.clear();
        }
        run.push(call);
        if run.len() > SAME_VALUE_IN_A_ROW {
            worst.insert(call.element(), run.clone());
        }
    }
    for (element, calls) in worst {
        let text = format!(
            "{element} was set to the same value {} times in a row",
            calls.len()
        );
        let advice = "set a value when it changes";
        visit.report(out, "redundant_set", "info", (text, advice), &calls);
    }
}

fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    if value.chars().count() <= MOST {
        return value.to_owned();
    }
    value.chars().take(MOST).chain(['…']).collect()
}
