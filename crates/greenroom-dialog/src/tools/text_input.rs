//! `text_input`: the human writes a text.

use super::{TEXT_LIMIT, schemas};
use crate::declaration::DialogTool;
use crate::refusal::Refusal;
use crate::submission::Given;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for a text".to_owned(),
        accept: Some(accept),
        dialog_type: "text_input".to_owned(),
        rememberable: true,
        ..DialogTool::new(
            "text_input",
            "Ask the human for a text\n\nReturns the text as it was typed.",
            schemas::question(
                "The question, Markdown",
                &[],
                &json!({
                    "placeholder": schemas::documented("Hint in the empty field"),
                    "defaultText": schemas::documented("Text to begin with"),
                    "maxLength": {"type": "integer", "minimum": 1, "maximum": TEXT_LIMIT,
                        "description": "Characters, 10000 if absent"},
                    "expectsCode": {"type": "boolean", "description": "Code field"},
                    "required": {"type": "boolean",
                        "description": "Empty is refused; true if absent"},
                }),
            ),
            json!({
                "type": "object", "additionalProperties": false, "required": ["text"],
                "properties": {"text": {"type": "string"}},
            }),
        )
    }
}

const DEFAULT_LENGTH: u64 = 10_000;

fn accept(parameters: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    let longest = parameters
        .get("maxLength")
        .and_then(Value::as_u64)
        .unwrap_or(DEFAULT_LENGTH);
    let text = given.text_up_to("text", longest as usize)?;
    let required = parameters
        .get("required")
        .and_then(Value::as_bool)
        .unwrap_or(true);
    if required && text.is_empty() {
        return Err(Refusal::no_answer("A text is required"));
    }
    Ok(json!({ "text": text }))
}
