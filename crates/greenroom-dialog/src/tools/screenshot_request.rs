//! `screenshot_request`: the human shows something.

use super::schemas;
use crate::declaration::DialogTool;
use crate::refusal::Refusal;
use crate::submission::Given;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for a screenshot".to_owned(),
        accept: Some(accept),
        images_as: Some("images"),
        dialog_type: "screenshot_request".to_owned(),
        ..DialogTool::new(
            "screenshot_request",
            "Ask the human for screenshots\n\nReturns 1 to 20 images, or words why not.",
            schemas::question("What to show, Markdown", &[], &json!({})),
            json!({
                "type": "object", "additionalProperties": false,
                "required": ["additionalText"],
                "properties": {"additionalText": {"type": "string"}},
            }),
        )
    }
}

fn accept(_: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    let words = given.text("additionalText")?;
    if given.images == 0 && words.trim().is_empty() {
        return Err(Refusal::no_answer("Add an image, or say why there is none"));
    }
    Ok(json!({ "additionalText": words }))
}
