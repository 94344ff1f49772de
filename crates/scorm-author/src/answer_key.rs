//! What the scripts of a page know of it: its questions with the right answers.

use serde_json::{Map, Value, json};

use crate::outline::{Kind, key};
use crate::part::{Asked, Part, Role};

/// The data of a part.
pub(crate) fn of(part: &Part, title: &str) -> Value {
    let is_placement = matches!(part.role, Role::Pretest { .. });
    json!({
        "title": title,
        "passing": number(part.passing),
        "goesOn": part.goes_on,
        "placement": is_placement,
        "retry": !is_placement,
        "objectives": part.objectives(),
        "questions": part.questions.iter().map(question).collect::<Vec<Value>>(),
    })
}

fn question(asked: &Asked) -> Value {
    let question = &asked.question;
    let mut data = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            data.insert(name.to_owned(), value);
        }
    };
    put("id", json!(asked.id));
    put("type", json!(question.kind.interaction_type()));
    put("text", json!(question.text));
    put("slide", json!(asked.slide));
    put("reread", json!(asked.reread));
    put("objective", json!(asked.objective));
    put("points", json!(question.points));
    put("feedbackRight", json!(question.feedback_right));
    put("feedbackWrong", json!(question.feedback_wrong));
    match &question.kind {
        Kind::Choice { answers, several } => {
            put("several", json!(several));
            put("options", options(answers.iter().map(|it| &it.text)));
            let right = answers.iter().enumerate().filter(|(_, it)| it.correct);
            put("correct", right.map(|(at, _)| key(at)).collect());
        }
        Kind::TrueFalse(correct) => put("correct", json!(correct)),
        Kind::FillIn {
            accepted,
            exact_case,
        } => {
            put("correct", json!(accepted));
            put("exactCase", json!(exact_case));
        }
        Kind::LongFillIn => {}
        Kind::Matching(pairs) => {
            put("sources", options(pairs.iter().map(|pair| &pair.0)));
            put("options", options(pairs.iter().map(|pair| &pair.1)));
            let right = (0..pairs.len()).map(|at| (key(at), json!(key(at))));
            put("correct", Value::Object(right.collect()));
        }
        Kind::Sequencing(items) => {
            put("options", options(items.iter()));
            put("correct", (0..items.len()).map(key).collect());
        }
        Kind::Numeric { min, max } => {
            put("correct", json!({"min": number(*min), "max": number(*max)}));
        }
        Kind::Likert(texts) | Kind::Performance(texts) => put("options", options(texts.iter())),
    }
    Value::Object(data)
}

fn options<'a>(texts: impl Iterator<Item = &'a String>) -> Value {
    let texts = texts.enumerate();
    texts
        .map(|(at, text)| json!({"key": key(at), "text": text}))
        .collect()
}

/// A number without a fraction that says nothing.
pub(crate) fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        json!(number as i64)
    } else {
        json!(number)
    }
}
