//! `confirm`: the human says yes or no.

use super::schemas;
use crate::declaration::DialogTool;
use crate::refusal::Refusal;
use crate::submission::Given;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for a yes or no".to_owned(),
        accept: Some(accept),
        dialog_type: "confirm".to_owned(),
        ..DialogTool::new(
            "confirm",
            "Ask the human for a yes or no\n\nReturns confirmed; true only after the human \
             pressed Yes.",
            schemas::question(
                "The question, Markdown",
                &[],
                &json!({
                    "warning": schemas::documented("What may go wrong"),
                    "isDangerous": {"type": "boolean", "description": "For what cannot be undone: no single key says yes"},
                    "defaultToNo": {"type": "boolean", "description": "Begin on No"},
                    "yesLabel": schemas::documented("Yes"),
                    "noLabel": schemas::documented("No"),
                }),
            ),
            json!({
                "type": "object", "additionalProperties": false, "required": ["confirmed"],
                "properties": {"confirmed": {"type": "boolean"}},
            }),
        )
    }
}

fn accept(_: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    match given.data.get("confirmed") {
        Some(Value::Bool(confirmed)) => Ok(json!({ "confirmed": confirmed })),
        _ => Err(Refusal::no_answer("Answer with Yes or No")),
    }
}
