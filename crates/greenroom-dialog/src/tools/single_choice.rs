//! `single_choice`: the human chooses one option.

use super::{options, schemas};
use crate::declaration::{DialogTool, text};
use crate::refusal::Refusal;
use crate::submission::Given;
use greenroom_schema::Fault;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for one choice".to_owned(),
        check: Some(check),
        accept: Some(accept),
        ws_result: Some(ws_result),
        dialog_type: "single_choice".to_owned(),
        rememberable: true,
        ..DialogTool::new(
            "single_choice",
            "Ask the human to choose one option\n\nReturns its value and label, or words instead.",
            schemas::question(
                "The question, Markdown",
                &["options"],
                &json!({
                    "options": schemas::choices(&json!({})),
                    "defaultValue": {"type": "string", "description": "Value to pre-select"},
                }),
            ),
            json!({
                "type": "object", "additionalProperties": false,
                "required": ["choice", "label"],
                "properties": {
                    "choice": {"type": ["string", "null"]},
                    "label": {"type": ["string", "null"]},
                    "text": {"type": "string"},
                },
            }),
        )
    }
}

fn check(parameters: &Map<String, Value>, faults: &mut Vec<Fault>) {
    options::check_unique(parameters, faults);
    options::check_some_enabled(parameters, faults);
    if let Some(default) = text(parameters, "defaultValue")
        && options::find_enabled(parameters, default).is_none()
    {
        faults.push(options::fault(
            "defaultValue".to_owned(),
            "the value of an enabled option",
            &json!(default),
        ));
    }
}

fn accept(parameters: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    match given.data.get("choice") {
        Some(Value::String(choice)) => {
            let option = options::find_enabled(parameters, choice)
                .ok_or_else(|| Refusal::no_answer("Choose one of the options"))?;
            Ok(json!({"choice": choice, "label": options::label(option)}))
        }
        None | Some(Value::Null) => {
            let words = given.words("Choose one of the options")?;
            Ok(json!({"choice": null, "label": null, "text": words}))
        }
        Some(_) => Err(Refusal::no_answer("Choose one of the options")),
    }
}

fn ws_result(answer: &Value) -> Map<String, Value> {
    let mut result = answer.as_object().cloned().unwrap_or_default();
    result.remove("label");
    result
}
