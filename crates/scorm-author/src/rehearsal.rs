//! Rehearsals that play a new course to its end: its first regression test.

use serde_json::{Value, json};

use crate::answer_key::number;
use crate::order::Version;
use crate::outline::{Kind, key, turned};
use crate::part::{Asked, Part, Role, Shown};

/// The rehearsals of a course; their ids begin with its own, so that those of several can be played at once.
pub(crate) fn all(version: Version, course: &str, parts: &[Part]) -> Vec<Value> {
    let id = |name: &str| format!("{course}-{name}");
    match parts {
        [whole] => vec![json!({
            "id": id("complete"),
            "notes": ["The learner sees every page, answers everything right, and finishes."],
            "steps": [single(version, whole)],
        })],
        _ => vec![
            json!({
                "id": id("all-lessons"),
                "notes": ["The pretest goes wrong, every lesson is taken, the final test is passed."],
                "steps": several(parts, false),
                "final": passed(),
            }),
            json!({
                "id": id("nothing-to-learn"),
                "notes": ["The pretest goes right: the lessons that it covers are skipped."],
                "steps": several(parts, true),
                "final": passed(),
            }),
        ],
    }
}

fn passed() -> Value {
    json!({"tracking": {"root": {"completion": "completed", "success": "passed"}}})
}

/// The one step of a course of one part.
fn single(version: Version, part: &Part) -> Value {
    let mut acts = acts(part, true);
    let (data, then) = match version {
        Version::Scorm12 => (
            json!({"cmi.core.lesson_status": "passed", "cmi.core.score.raw": 100}),
            json!({"kind": "leave", "by": "lms_exit"}),
        ),
        Version::Scorm2004Third | Version::Scorm2004Fourth => (
            json!({"cmi.completion_status": "completed", "cmi.success_status": "passed", "cmi.score.scaled": 1}),
            json!({"kind": "ui", "action": "exit_all", "session_after": "ended"}),
        ),
    };
    acts.push(json!({"action": "expect", "data": data}));
    acts.push(click("finish"));
    json!({"expect_activity": part.identifier, "acts": acts, "then": then})
}

/// The steps of a course of several parts.
fn several(parts: &[Part], knows_it: bool) -> Vec<Value> {
    let taken = parts.iter().filter(|part| match &part.role {
        Role::Lesson { objective } => !knows_it || objective.is_none(),
        _ => true,
    });
    let step = |part: &Part| {
        let is_pretest = matches!(part.role, Role::Pretest { .. });
        let mut acts = acts(part, knows_it || !is_pretest);
        acts.push(json!({"action": "expect", "data": {"cmi.completion_status": "completed"}}));
        acts.push(click("finish"));
        let then = if part.goes_on {
            json!({"kind": "nav_request", "request": "continue"})
        } else {
            json!({"kind": "ui", "action": "exit_all", "session_after": "ended"})
        };
        json!({"expect_activity": part.identifier, "acts": acts, "then": then})
    };
    taken.map(step).collect()
}

/// Through all pages of a part, answering on the way.
fn acts(part: &Part, right: bool) -> Vec<Value> {
    let mut acts = Vec::new();
    for (index, slide) in part.slides.iter().enumerate() {
        if index > 0 {
            acts.push(click("nav-next"));
        }
        if let Shown::Question(index) = slide.shown {
            let asked = &part.questions[index];
            acts.extend(answer(asked, right));
            acts.push(click(&format!("{}-check-answer", asked.id)));
        }
    }
    acts
}

fn named(testid: &str) -> String {
    format!("[data-testid=\"{testid}\"]")
}

fn click(testid: &str) -> Value {
    json!({"action": "click", "selector": named(testid)})
}

fn fill(testid: &str, value: impl Into<Value>) -> Value {
    let value: Value = value.into();
    json!({"action": "fill", "selector": named(testid), "value": value})
}

/// What the learner does to give a right or a wrong answer.
fn answer(asked: &Asked, right: bool) -> Vec<Value> {
    let id = &asked.id;
    let choice = |index: usize| fill(&format!("{id}-choice-{index}"), true);
    let blank = |text: String| vec![fill(&format!("{id}-blank-0"), text)];
    match &asked.question.kind {
        Kind::Choice { answers, several } => {
            let correct = answers.iter().map(|answer| answer.correct).enumerate();
            let fitting = correct.filter(|(_, correct)| *correct == right);
            let mut chosen: Vec<usize> = fitting.map(|(index, _)| index).collect();
            // Where all are right, one alone is wrong; of a choice, one is enough.
            if chosen.is_empty() || !several {
                let first = chosen.first().copied().unwrap_or_default();
                chosen = vec![first];
            }
            chosen.into_iter().map(choice).collect()
        }
        Kind::TrueFalse(correct) => vec![choice(usize::from(*correct != right))],
        Kind::FillIn { accepted, .. } => {
            let text = if right {
                accepted[0].clone()
            } else {
                format!("{}?", accepted.concat())
            };
            blank(text)
        }
        Kind::Numeric { min, max } => {
            let value = if right { *min } else { *max + 1.0 };
            blank(number(value).to_string())
        }
        Kind::LongFillIn => blank("…".to_owned()),
        Kind::Matching(pairs) => {
            let count = pairs.len();
            let of = |at: usize| if right { at } else { (at + 1) % count };
            let row = |at: usize| fill(&format!("{id}-source-{at}"), key(of(at)));
            (0..count).map(row).collect()
        }
        Kind::Sequencing(items) => {
            let count = items.len();
            let of = |at: usize| if right { at } else { (at + 1) % count };
            let shown = turned(count).enumerate();
            let row = |(row, at): (usize, usize)| {
                fill(&format!("{id}-item-{row}"), (of(at) + 1).to_string())
            };
            shown.map(row).collect()
        }
        Kind::Likert(_) => vec![choice(0)],
        Kind::Performance(steps) => (0..steps.len()).map(choice).collect(),
    }
}
