//! Reads one question of an outline.

use serde_json::Value;

use super::members::Members;
use crate::Fault;
use crate::outline::{Answer, Kind, Question};
use crate::words::Words;

/// The most options of a question: one for each letter.
const MOST_OPTIONS: usize = 26;
const LONGEST_QUESTION: usize = 1000;
const LONGEST_FEEDBACK: usize = 1000;
const MOST_POINTS: f64 = 100.0;

const TYPES: &[&str] = &[
    "choice",
    "multiple_choice",
    "true_false",
    "fill_in",
    "long_fill_in",
    "matching",
    "sequencing",
    "numeric",
    "likert",
    "performance",
];

pub(super) fn read(
    given: &Value,
    path: &str,
    words: &Words,
    faults: &mut Vec<Fault>,
) -> Option<Question> {
    let feedback = feedback(given, path, faults);
    let mut members = Members::of(given, path, faults)?;
    members.get("feedback");
    let text = members.required_text("text", LONGEST_QUESTION);
    let points = members.number("points").unwrap_or(1.0);
    if points.fract() != 0.0 || !(1.0..=MOST_POINTS).contains(&points) {
        members.fault("points", "must be a whole number from 1 to 100");
    }
    let name = members.required_text("type", LONGEST_QUESTION);
    // The data model writes `true-false`; both are understood.
    let name = name.replace('-', "_");
    let kind = match name.as_str() {
        "choice" => choice(&mut members, false),
        "multiple_choice" => choice(&mut members, true),
        "true_false" => true_false(&mut members),
        "fill_in" => Kind::FillIn {
            accepted: members.texts("answers", 1, MOST_OPTIONS),
            exact_case: members.flag("exact_case").unwrap_or(false),
        },
        "long_fill_in" => Kind::LongFillIn,
        "matching" => matching(&mut members),
        "sequencing" => Kind::Sequencing(members.texts("items", 2, MOST_OPTIONS)),
        "numeric" => numeric(&mut members),
        "likert" => match members.get("answers") {
            Some(_) => Kind::Likert(members.texts("answers", 2, MOST_OPTIONS)),
            None => Kind::Likert(words.agreement()),
        },
        "performance" => Kind::Performance(members.texts("steps", 1, MOST_OPTIONS)),
        "" => return None,
        other => {
            let problem = format!("{other:?} is not known; there are {}", TYPES.join(", "));
            members.fault("type", problem);
            return None;
        }
    };
    members.finish();
    let (feedback_right, feedback_wrong) = feedback;
    Some(Question {
        text,
        kind,
        points: points as u64,
        feedback_right,
        feedback_wrong,
    })
}

/// What is said to a right and to a wrong answer: a text for both, or `{correct, incorrect}`.
fn feedback(
    given: &Value,
    path: &str,
    faults: &mut Vec<Fault>,
) -> (Option<String>, Option<String>) {
    let path = format!("{path}.feedback");
    match &given["feedback"] {
        Value::Null => (None, None),
        // A text is read as the object that means the same.
        text @ Value::String(_) => {
            let both = serde_json::json!({ "correct": text, "incorrect": text });
            let mut found = Vec::new();
            let read = split(&both, &path, &mut found);
            // Both members have the same fault.
            faults.extend(found.into_iter().take(1).map(|fault| Fault {
                path: path.clone(),
                ..fault
            }));
            read
        }
        other => split(other, &path, faults),
    }
}

fn split(given: &Value, path: &str, faults: &mut Vec<Fault>) -> (Option<String>, Option<String>) {
    let Some(mut members) = Members::of(given, path, faults) else {
        return (None, None);
    };
    let right = members.text("correct", LONGEST_FEEDBACK);
    let wrong = members.text("incorrect", LONGEST_FEEDBACK);
    members.finish();
    (right, wrong)
}

fn choice(members: &mut Members<'_, '_>, several: bool) -> Kind {
    let mut answers: Vec<Answer> = Vec::new();
    let mut sound = true;
    let given = members.required_list("answers", 2, MOST_OPTIONS);
    for (index, given) in given.iter().enumerate() {
        let text = given["text"].as_str().map(crate::escape::clean);
        let correct = given.get("correct").map_or(Some(false), Value::as_bool);
        let known = ["text", "correct"];
        let others = given.as_object().map(|object| {
            let mut names = object.keys();
            names.any(|name| !known.contains(&name.as_str()))
        });
        let place = format!("answers[{index}]");
        match (text, correct, others) {
            (Some(text), Some(correct), Some(false)) if !text.is_empty() => {
                if answers.iter().any(|answer| answer.text == text) {
                    members.fault(&place, "is there twice");
                }
                answers.push(Answer { text, correct });
            }
            _ => {
                sound = false;
                members.fault(&place, "must be {text: \"…\", correct: true or false}");
            }
        }
    }
    let right = answers.iter().filter(|answer| answer.correct).count();
    if sound && !answers.is_empty() {
        if several && right == 0 {
            members.fault("answers", "none is correct; mark at least one");
        } else if !several && right != 1 {
            let problem = format!("{right} are correct; a choice has one (else multiple_choice)");
            members.fault("answers", problem);
        }
    }
    Kind::Choice { answers, several }
}

fn true_false(members: &mut Members<'_, '_>) -> Kind {
    let correct = members.flag("correct");
    if correct.is_none() && members.get("correct").is_none() {
        members.fault("correct", "is missing; it is true or false");
    }
    Kind::TrueFalse(correct.unwrap_or_default())
}

fn matching(members: &mut Members<'_, '_>) -> Kind {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let given = members.required_list("pairs", 2, MOST_OPTIONS);
    for (index, given) in given.iter().enumerate() {
        let text = |name: &str| {
            let text = given[name].as_str().map(crate::escape::clean);
            text.filter(|text| !text.is_empty())
        };
        let place = format!("pairs[{index}]");
        match (text("source"), text("target")) {
            (Some(source), Some(target)) if given.as_object().is_some_and(|it| it.len() == 2) => {
                if pairs
                    .iter()
                    .any(|pair| pair.0 == source || pair.1 == target)
                {
                    members.fault(&place, "has a source or a target that is there twice");
                }
                pairs.push((source, target));
            }
            _ => members.fault(&place, "must be {source: \"…\", target: \"…\"}"),
        }
    }
    Kind::Matching(pairs)
}

fn numeric(members: &mut Members<'_, '_>) -> Kind {
    let correct = members.number("correct");
    let min = members.number("min").or(correct);
    let max = members.number("max").or(correct);
    let (Some(min), Some(max)) = (min, max) else {
        members.fault("correct", "is missing; write correct, or min and max");
        return Kind::Numeric { min: 0.0, max: 0.0 };
    };
    if min > max {
        members.fault("min", format!("{min} is above max, {max}"));
    }
    Kind::Numeric { min, max }
}
