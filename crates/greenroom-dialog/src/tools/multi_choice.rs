//! `multi_choice`: the human chooses some options.

use super::{options, schemas};
use crate::declaration::{DialogTool, is_set};
use crate::refusal::Refusal;
use crate::submission::Given;
use greenroom_schema::Fault;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for some choices".to_owned(),
        check: Some(check),
        accept: Some(accept),
        ws_result: Some(ws_result),
        dialog_type: "multi_choice".to_owned(),
        rememberable: true,
        ..DialogTool::new(
            "multi_choice",
            "Ask the human to choose some options\n\nReturns values and labels, or words instead.",
            schemas::question(
                "The question, Markdown",
                &["options"],
                &json!({
                    "options": schemas::choices(&json!({
                        "checked": {"type": "boolean"}, "group": schemas::text(),
                        "tags": {"type": "array", "items": schemas::text()},
                    })),
                    "minSelections": {"type": "integer", "minimum": 0,
                        "description": "1 if absent, 0 with allowEmpty"},
                    "maxSelections": {"type": "integer", "minimum": 1,
                        "description": "At most"},
                    "allowEmpty": {"type": "boolean", "description": "May choose none"},
                }),
            ),
            json!({
                "type": "object", "additionalProperties": false,
                "required": ["choices", "labels"],
                "properties": {
                    "choices": {"type": "array", "items": {"type": "string"}},
                    "labels": {"type": "array", "items": {"type": "string"}},
                    "text": {"type": "string"},
                },
            }),
        )
    }
}

/// The fewest choices, when not none at all.
fn least(parameters: &Map<String, Value>) -> usize {
    let default = u64::from(!is_set(parameters, "allowEmpty"));
    parameters
        .get("minSelections")
        .and_then(Value::as_u64)
        .unwrap_or(default) as usize
}

fn most(parameters: &Map<String, Value>) -> Option<usize> {
    parameters
        .get("maxSelections")
        .and_then(Value::as_u64)
        .map(|most| most as usize)
}

fn check(parameters: &Map<String, Value>, faults: &mut Vec<Fault>) {
    options::check_unique(parameters, faults);
    let enabled = options::of(parameters)
        .iter()
        .filter(|option| options::is_enabled(option))
        .count();
    let least = least(parameters);
    if most(parameters).is_some_and(|most| least > most) {
        let expected = "not more than maxSelections";
        faults.push(options::fault(
            "minSelections".to_owned(),
            expected,
            &json!(least),
        ));
    }
    if least > enabled {
        let path = if parameters.contains_key("minSelections") {
            "minSelections"
        } else {
            "options"
        };
        let expected = "not more selections than enabled options";
        faults.push(options::fault(path.to_owned(), expected, &json!(least)));
    }
}

fn accept(parameters: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    let chosen: Vec<&str> = match given.data.get("choices") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(values)) if values.iter().all(Value::is_string) => {
            values.iter().filter_map(Value::as_str).collect()
        }
        Some(_) => return Err(Refusal::no_answer("Choose from the options")),
    };
    if chosen
        .iter()
        .any(|value| options::find_enabled(parameters, value).is_none())
    {
        return Err(Refusal::no_answer("Choose from the options"));
    }
    if chosen.is_empty() && given.has_words() {
        let words = given.words("")?;
        return Ok(json!({"choices": [], "labels": [], "text": words}));
    }
    // The order is that of the options, whatever the order of the clicks.
    let taken: Vec<&Value> = options::of(parameters)
        .iter()
        .filter(|option| chosen.contains(&options::value(option)))
        .collect();
    let none_is_fine = taken.is_empty() && is_set(parameters, "allowEmpty");
    if !none_is_fine && taken.len() < least(parameters) {
        return Err(Refusal::no_answer(format!(
            "Choose at least {}",
            least(parameters)
        )));
    }
    if let Some(most) = most(parameters)
        && taken.len() > most
    {
        return Err(Refusal::no_answer(format!("Choose at most {most}")));
    }
    let values: Vec<&str> = taken.iter().map(|option| options::value(option)).collect();
    let labels: Vec<&str> = taken.iter().map(|option| options::label(option)).collect();
    Ok(json!({"choices": values, "labels": labels}))
}

fn ws_result(answer: &Value) -> Map<String, Value> {
    let mut result = answer.as_object().cloned().unwrap_or_default();
    result.remove("labels");
    result
}
