//! The parts that the schemas of several dialog tools have in common.

use super::{TEXT_LIMIT, options};
use serde_json::{Value, json};

/// Any text of an asker.
pub(super) fn text() -> Value {
    json!({"type": "string", "maxLength": TEXT_LIMIT})
}

/// A text with its meaning.
pub(super) fn documented(meaning: &str) -> Value {
    json!({"type": "string", "maxLength": TEXT_LIMIT, "description": meaning})
}

/// An object that has these members and no others.
pub(super) fn object(required: &[&str], properties: &Value) -> Value {
    json!({
        "type": "object", "additionalProperties": false,
        "required": required, "properties": properties,
    })
}

/// The parameters of a tool that has `question` and `description`, and what is its own.
pub(super) fn question(meaning: &str, required: &[&str], own: &Value) -> Value {
    let question = json!({
        "type": "string", "minLength": 1, "maxLength": TEXT_LIMIT, "description": meaning,
    });
    let shared = json!({"question": question, "description": documented("Explanation, Markdown")});
    object(&[&["question"][..], required].concat(), &with(shared, own))
}

/// Options to choose from, each with a value, a label and what is its own.
pub(super) fn choices(own: &Value) -> Value {
    let shared = json!({
        "value": text(), "label": text(), "description": text(), "disabled": {"type": "boolean"},
    });
    json!({
        "type": "array", "maxItems": options::LIMIT, "description": "The choices",
        "items": object(&["value", "label"], &with(shared, own)),
    })
}

/// The members of both objects.
fn with(mut shared: Value, own: &Value) -> Value {
    if let (Some(shared), Some(own)) = (shared.as_object_mut(), own.as_object()) {
        shared.extend(own.clone());
    }
    shared
}
