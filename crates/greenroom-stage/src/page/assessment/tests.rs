//! Each rule fires on a trace made for it, and a good trace has no fault.

use scorm_session::{ApiErrorCode, ApiMethod, Origin};

use super::*;
use crate::page::dom_state::Seen;

fn call(seq: u64, method: &str, args: &[&str], error: &str) -> ApiCall {
    ApiCall {
        seq,
        method: ApiMethod::parse(method).unwrap(),
        args: args.iter().map(|arg| Some((*arg).to_owned())).collect(),
        result: if error == "0" { "true" } else { "false" }.to_owned(),
        error_code: ApiErrorCode(error.parse().unwrap()),
        duration_us: None,
        timestamp: seq,
        origin: Origin::Content,
        activity: "sco".to_owned(),
        rte_session: "r1".to_owned(),
        lms: None,
    }
}

/// A trace of one submit whose calls are `element=value`, or `element=value!error`.
fn submit(sets: &[&str]) -> Trace {
    let mut trace = Trace {
        activity: "sco".to_owned(),
        ..Trace::default()
    };
    let mut step = Step {
        submits: true,
        ..Step::default()
    };
    for (seq, set) in sets.iter().enumerate() {
        let (element, value) = set.split_once('=').unwrap_or((set, ""));
        let (value, error) = value.split_once('!').unwrap_or((value, "0"));
        if element == "commit" {
            step.calls.push(call(seq as u64, "Commit", &[""], "0"));
            continue;
        }
        if error == "0" {
            trace.values.insert(element.to_owned(), value.to_owned());
        }
        let made = call(seq as u64, "SetValue", &[element, value], error);
        step.calls.push(made);
    }
    trace.steps.push(step);
    trace
}

fn kinds(trace: &Trace) -> Vec<&'static str> {
    find(trace).into_iter().map(|issue| issue.kind).collect()
}

const GOOD: [&str; 6] = [
    "cmi.interactions.0.id=q1",
    "cmi.interactions.0.type=fill-in",
    "cmi.interactions.0.learner_response=tea",
    "cmi.interactions.0.result=correct",
    "cmi.score.scaled=1",
    "commit",
];

#[test]
fn a_question_recorded_well_has_no_issue() {
    assert_eq!(kinds(&submit(&GOOD)), [""; 0]);
}

#[test]
fn each_rule_sees_its_fault() {
    let without = |left_out: &str| -> Vec<&str> {
        let kept = GOOD.iter().filter(|set| !set.starts_with(left_out));
        kept.copied().collect()
    };
    for (sets, want) in [
        (without("commit"), "missing_commit"),
        (without("cmi.score"), "score_not_updated"),
        (
            without("cmi.interactions.0.learner"),
            "incomplete_interaction",
        ),
        (without("cmi.interactions.0.type"), "incomplete_interaction"),
        (without("cmi.interactions.0.id"), "incomplete_interaction"),
        (
            [&["cmi.interactions.0.result=correct!408"], &GOOD[..]].concat(),
            "interaction_order",
        ),
        ([&["cmi.scor.raw=1!401"], &GOOD[..]].concat(), "api_error"),
        (vec![], "no_api_calls"),
        (
            [
                &[
                    "cmi.interactions.1.id=q1",
                    "cmi.interactions.1.type=fill-in",
                ],
                &GOOD[..],
            ]
            .concat(),
            "duplicate_interaction_id",
        ),
        (
            [
                &["cmi.success_status=passed", "cmi.scaled_passing_score=2"],
                &GOOD[..],
            ]
            .concat(),
            "status_contradiction",
        ),
    ] {
        assert_eq!(kinds(&submit(&sets)), [want], "{sets:?}");
    }
}

#[test]
fn a_failed_action_is_told_and_says_nothing_about_calls() {
    let mut trace = submit(&[]);
    trace.steps[0].error = Some("nothing matches".to_owned());
    assert_eq!(kinds(&trace), ["action_failed"]);
}

#[test]
fn another_answer_than_the_one_given_is_a_mismatch() {
    let mut trace = submit(&GOOD);
    trace.steps[0].typed = Some("coffee".to_owned());
    assert_eq!(kinds(&trace), ["response_mismatch"]);
    trace.steps[0].typed = Some(" Tea ".to_owned());
    assert_eq!(kinds(&trace), [""; 0]);
}

fn choice(value: &str, checked: bool) -> (String, Seen) {
    let seen = Seen {
        control: Some("radio".to_owned()),
        value: Some(value.to_owned()),
        checked: Some(checked),
        ..Seen::default()
    };
    (format!("#{value}"), seen)
}

#[test]
fn choices_are_compared_with_the_controls() {
    let recorded = |response: &str| {
        let sets = [
            "cmi.interactions.0.id=q1".to_owned(),
            "cmi.interactions.0.type=choice".to_owned(),
            format!("cmi.interactions.0.learner_response={response}"),
            "cmi.score.scaled=1".to_owned(),
            "commit".to_owned(),
        ];
        submit(&sets.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for (response, green, want) in [
        ("green", true, vec![]),
        ("a", true, vec![]),
        ("red", true, vec!["response_mismatch"]),
        ("red", false, vec!["unanswered_recorded"]),
    ] {
        let mut trace = recorded(response);
        trace.steps[0].before.elements = [choice("green", green), choice("red", false)].into();
        assert_eq!(kinds(&trace), want, "{response} {green}");
    }
}
