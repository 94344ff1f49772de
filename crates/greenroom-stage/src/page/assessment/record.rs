//! Rules on what was recorded in the end.

use std::collections::{BTreeMap, BTreeSet};

use scorm_session::ApiCall;

use super::{Issue, Step, Trace, interaction, is_response, is_set};

/// Indexes of `cmi.interactions` that the trace wrote, with the calls that did.
fn touched(trace: &Trace) -> BTreeMap<usize, Vec<(usize, &ApiCall)>> {
    let mut indexes: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for (step, call) in trace.calls().filter(|(_, call)| is_set(call)) {
        if let Some((number, _)) = interaction(call.element()) {
            indexes.entry(number).or_default().push((step, call));
        }
    }
    indexes
}

fn property<'a>(trace: &'a Trace, number: usize, names: &[&str]) -> Option<&'a str> {
    let element = |name: &&str| format!("cmi.interactions.{number}.{name}");
    let found = names.iter().map(element).find_map(|e| trace.values.get(&e));
    found.map(String::as_str).filter(|value| !value.is_empty())
}

/// Result without response, response without type, or no id.
pub(super) fn incomplete_interaction(trace: &Trace, out: &mut Vec<Issue>) {
    for (number, calls) in touched(trace) {
        let has = |names: &[&str]| property(trace, number, names).is_some();
        let response = has(&["learner_response", "student_response"]);
        let mut lacks = Vec::new();
        if !has(&["id"]) {
            lacks.push("no id");
        }
        if has(&["result"]) && !response {
            lacks.push("a result without a response");
        }
        if response && !has(&["type"]) {
            lacks.push("a response without a type");
        }
        if lacks.is_empty() {
            continue;
        }
        let words = (
            format!("cmi.interactions.{number} has {}", lacks.join(", ")),
            "Set id, type, learner_response (1.2: student_response) and result.",
        );
        let step = calls.last().map(|(step, _)| *step);
        let calls: Vec<&ApiCall> = calls.into_iter().map(|(_, call)| call).collect();
        out.push(trace.issue("incomplete_interaction", "warning", words, &calls, step));
    }
}

/// The trace recorded one id under two indexes.
pub(super) fn duplicate_interaction_id(trace: &Trace, out: &mut Vec<Issue>) {
    let mut first: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (number, calls) in touched(trace) {
        let Some(id) = property(trace, number, &["id"]) else {
            continue;
        };
        let step = calls.first().map_or(0, |(step, _)| *step);
        let Some((earlier, earlier_step)) = first.insert(id, (number, step)) else {
            continue;
        };
        // A new entry per try is a journal, which the standard allows.
        let severity = if step == earlier_step {
            "warning"
        } else {
            "info"
        };
        let words = (
            format!("the id {id:?} is recorded under the indexes {earlier} and {number}"),
            "Write to the index that has the id, unless a journal of all tries is meant.",
        );
        let calls: Vec<&ApiCall> = calls.into_iter().map(|(_, call)| call).collect();
        out.push(trace.issue(
            "duplicate_interaction_id",
            severity,
            words,
            &calls,
            Some(step),
        ));
    }
}

/// The recorded response is not what was entered.
///
/// Courses name their choices as they like, so a choice counts as another only if it is the value
/// or label of a control that was not chosen.
pub(super) fn response_mismatch(trace: &Trace, out: &mut Vec<Issue>) {
    for (index, step) in trace.steps.iter().enumerate() {
        let responses = step.calls.iter().filter(|call| {
            is_set(call) && interaction(call.element()).is_some_and(|(_, p)| is_response(p))
        });
        let typed = typed_until(trace, index);
        for call in responses {
            let number = interaction(call.element()).map_or(0, |(number, _)| number);
            let kind = property(trace, number, &["type"]).unwrap_or_default();
            let parts = parts(call.value());
            let differs = match kind {
                "fill-in" | "long-fill-in" | "numeric" => {
                    !typed.is_empty() && !parts.iter().any(|part| typed.contains(part))
                }
                "choice" | "true-false" | "likert" => is_another_choice(step, &parts),
                _ => false,
            };
            if differs {
                let words = (
                    format!(
                        "{:?} was recorded, which is not what was entered",
                        call.value()
                    ),
                    "Record the answer that the learner gave.",
                );
                out.push(trace.issue("response_mismatch", "warning", words, &[call], Some(index)));
            }
        }
    }
}

/// All texts that were entered up to a step, folded.
fn typed_until(trace: &Trace, index: usize) -> BTreeSet<String> {
    let steps = trace.steps.iter().take(index + 1);
    let typed = steps.filter_map(|step| step.typed.as_deref());
    typed.map(folded).collect()
}

fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

/// The parts of a response, without the delimiters and marks of the standard.
fn parts(response: &str) -> Vec<String> {
    let separator = if response.contains("[,]") { "[,]" } else { "," };
    let unmarked = |part: &str| {
        let mut rest = part.trim();
        while let Some((_, after)) = rest
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'))
        {
            rest = after;
        }
        folded(rest)
    };
    let mut parts: Vec<String> = response.split(separator).map(unmarked).collect();
    parts.push(folded(response));
    parts
}

fn is_another_choice(step: &Step, parts: &[String]) -> bool {
    let named = |chosen: bool| {
        step.before
            .elements
            .values()
            .filter(move |seen| seen.checked == Some(chosen))
            .flat_map(|seen| [&seen.value, &seen.label])
            .flatten()
            .any(|name| parts.contains(&folded(name)))
    };
    let anything_chosen = step
        .before
        .elements
        .values()
        .any(|s| s.checked == Some(true));
    anything_chosen && named(false) && !named(true)
}

/// An interaction was recorded although no control held an answer.
pub(super) fn unanswered_recorded(trace: &Trace, out: &mut Vec<Issue>) {
    for (index, step) in trace.steps.iter().enumerate().filter(|(_, s)| s.submits) {
        let recorded: Vec<&ApiCall> = step
            .calls
            .iter()
            .filter(|call| {
                let property = interaction(call.element()).map_or("", |(_, property)| property);
                is_set(call) && (is_response(property) || property == "result")
            })
            .filter(|call| !["", "neutral", "unanticipated"].contains(&call.value()))
            .collect();
        let answered = trace.steps[..index].iter().any(|step| step.answers);
        if !recorded.is_empty() && step.before.is_unanswered() && !answered {
            let words = (
                "an answer was recorded although the question was not answered".to_owned(),
                "Ask for an answer first, or record the question as unanswered.",
            );
            out.push(trace.issue(
                "unanswered_recorded",
                "warning",
                words,
                &recorded,
                Some(index),
            ));
        }
    }
}

/// Status and score say different things.
pub(super) fn status_contradiction(trace: &Trace, out: &mut Vec<Issue>) {
    let number = |names: &[&str]| {
        trace
            .value(names)
            .and_then(|value| value.parse::<f64>().ok())
    };
    let status = trace.value(&["cmi.success_status", "cmi.core.lesson_status"]);
    let (score, needed) = if trace.values.contains_key("cmi.core.lesson_status") {
        (
            number(&["cmi.core.score.raw"]),
            number(&["cmi.student_data.mastery_score"]),
        )
    } else {
        (
            number(&["cmi.score.scaled"]),
            number(&["cmi.scaled_passing_score"]),
        )
    };
    let against = match (status, score, needed) {
        (Some("passed"), Some(score), Some(needed)) if score < needed => Some(format!(
            "passed with {score}, below the {needed} that is needed"
        )),
        (Some("failed"), Some(score), Some(needed)) if score >= needed => Some(format!(
            "failed with {score}, not below the {needed} that is needed"
        )),
        _ => None,
    };
    let completion = trace.value(&["cmi.completion_status"]);
    let unattempted = (completion == Some("not attempted") && score.is_some())
        .then(|| "not attempted, but with a score".to_owned());
    let sets = trace.calls().any(|(_, call)| is_set(call));
    for description in against.into_iter().chain(unattempted).filter(|_| sets) {
        let words = (description, "Set score and status from the same result.");
        out.push(trace.issue("status_contradiction", "warning", words, &[], None));
    }
}
