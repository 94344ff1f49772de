//! Which call of the automation API does what an act on an element would do.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Act;

/// What an element is to an interaction.
#[derive(Debug, Deserialize)]
pub(super) struct Place {
    pub(super) id: String,
    part: String,
    key: String,
    value: Option<String>,
    control: Option<String>,
    blanks: usize,
}

/// A call of the automation API.
pub(super) enum Wanted {
    Check,
    Respond(Value),
}

/// The call that does what the act would do; none if the act is not an answer.
pub(super) fn wanted(
    place: &Place,
    act: Act<'_>,
    target: Option<&Place>,
    current: &Value,
    kind: Option<&str>,
) -> Option<Wanted> {
    let chooses = matches!(place.control.as_deref(), Some("radio" | "checkbox"));
    match (act, place.part.as_str()) {
        (Act::Click, "check-answer") => Some(Wanted::Check),
        (Act::Click, "choice") => choice(place, None, current, kind),
        (Act::Fill(Value::Bool(checked)), _) if chooses => {
            choice(place, Some(*checked), current, kind)
        }
        (Act::Fill(value), "blank") => blank(place, value, current),
        (Act::DragTo(_), "drag-item") => {
            let zone = target.filter(|zone| zone.part == "drop-zone" && zone.id == place.id)?;
            let mut placed = current.as_object().cloned().unwrap_or_default();
            placed.insert(place.key.clone(), json!(zone.key));
            Some(Wanted::Respond(Value::Object(placed)))
        }
        _ => None,
    }
}

/// The response with this choice; without `chosen` a check box changes over.
fn choice(
    place: &Place,
    chosen: Option<bool>,
    current: &Value,
    kind: Option<&str>,
) -> Option<Wanted> {
    let value = place.value.clone()?;
    if place.control.as_deref() == Some("checkbox") {
        let mut list: Vec<Value> = match current {
            Value::Array(list) => list.clone(),
            Value::String(one) => vec![json!(one)],
            _ => Vec::new(),
        };
        let was_chosen = list.contains(&json!(value));
        list.retain(|entry| *entry != json!(value));
        if chosen.unwrap_or(!was_chosen) {
            list.push(json!(value));
        }
        return Some(Wanted::Respond(Value::Array(list)));
    }
    if chosen == Some(false) {
        return None;
    }
    match (kind, value.as_str()) {
        (Some("true-false"), "true") => Some(Wanted::Respond(json!(true))),
        (Some("true-false"), "false") => Some(Wanted::Respond(json!(false))),
        (Some("true-false"), _) => None,
        _ => Some(Wanted::Respond(json!(value))),
    }
}

fn blank(place: &Place, value: &Value, current: &Value) -> Option<Wanted> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    if place.blanks <= 1 {
        return Some(Wanted::Respond(json!(text)));
    }
    let mut blanks: Map<String, Value> = current.as_object().cloned().unwrap_or_default();
    blanks.insert(place.key.clone(), json!(text));
    Some(Wanted::Respond(Value::Object(blanks)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(part: &str, key: &str, control: Option<&str>, value: &str) -> Place {
        Place {
            id: "q".to_owned(),
            part: part.to_owned(),
            key: key.to_owned(),
            value: Some(value.to_owned()),
            control: control.map(ToOwned::to_owned),
            blanks: 2,
        }
    }

    fn response(wanted: Option<Wanted>) -> Option<Value> {
        match wanted {
            Some(Wanted::Respond(value)) => Some(value),
            Some(Wanted::Check) => Some(json!("check")),
            None => None,
        }
    }

    #[test]
    fn acts_become_responses() {
        let text = json!("tea");
        let on = json!(true);
        for (place, act, current, kind, want) in [
            (
                place("choice", "0", Some("radio"), "a"),
                Act::Click,
                json!(null),
                "choice",
                json!("a"),
            ),
            (
                place("choice", "0", Some("checkbox"), "a"),
                Act::Click,
                json!(["b"]),
                "choice",
                json!(["b", "a"]),
            ),
            (
                place("choice", "0", Some("checkbox"), "a"),
                Act::Click,
                json!(["a", "b"]),
                "choice",
                json!(["b"]),
            ),
            (
                place("inside", "", Some("checkbox"), "a"),
                Act::Fill(&on),
                json!(["a"]),
                "choice",
                json!(["a"]),
            ),
            (
                place("choice", "0", None, "true"),
                Act::Click,
                json!(null),
                "true-false",
                json!(true),
            ),
            (
                place("blank", "1", Some("text"), ""),
                Act::Fill(&text),
                json!({"0": "x"}),
                "fill-in",
                json!({"0": "x", "1": "tea"}),
            ),
            (
                place("check-answer", "", None, ""),
                Act::Click,
                json!(null),
                "choice",
                json!("check"),
            ),
        ] {
            let got = response(wanted(&place, act, None, &current, Some(kind)));
            assert_eq!(got, Some(want), "{place:?}");
        }
    }

    #[test]
    fn what_is_no_answer_is_left_to_real_input() {
        for (place, act) in [
            (place("inside", "", None, ""), Act::Click),
            (place("drag-item", "leaf", None, ""), Act::Click),
            (
                place("choice", "0", Some("radio"), "a"),
                Act::Fill(&json!(false)),
            ),
        ] {
            let got = wanted(&place, act, None, &Value::Null, Some("choice"));
            assert!(got.is_none(), "{place:?}");
        }
    }
}
