//! The schema of `data` in a dialog result.

use serde_json::{Map, Value, json};

/// The data of a question whose answer has this schema.
pub(super) fn of_answer(answer: Option<&Value>) -> Map<String, Value> {
    let answer = json!({"anyOf": [{"type": "null"}, answer.unwrap_or(&json!({"type": "object"}))]});
    into_map(data(&answer, true))
}

/// The data of `dialog_result`: that of any question, or the lists.
pub(super) fn of_result() -> Map<String, Value> {
    let any = json!({"type": ["object", "null"]});
    let mut schema = data(&any, true);
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("required");
        let list = json!({"type": "array", "items": {"type": "object"}});
        schema["properties"]["open"] = list.clone();
        schema["properties"]["undelivered"] = list;
    }
    into_map(schema)
}

fn data(answer: &Value, with_others: bool) -> Value {
    let time = json!({"type": ["integer", "null"]});
    let mut schema = json!({
        "type": "object", "additionalProperties": false,
        "required": ["status", "answered", "code", "dialog_id", "tool", "created_at",
            "answered_at", "waited_ms", "source", "answer", "attachments"],
        "properties": {
            "status": {"type": "string",
                "enum": ["answered", "cancelled", "declined", "no_response", "pending"]},
            "answered": {"type": "boolean"},
            "code": {"type": ["string", "null"]},
            "dialog_id": {"type": "string"},
            "tool": {"type": "string"},
            "question": {"type": "string"},
            "created_at": {"type": "integer"},
            "answered_at": time,
            "waited_ms": {"type": "integer"},
            "source": {"anyOf": [{"type": "null"}, {"type": "string",
                "enum": ["human", "remembered", "auto_submit", "elicitation"]}]},
            "answer": answer,
            "attachments": {"type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "required": ["id", "name", "type", "size", "width", "height", "inline"],
                "properties": {
                    "id": {"type": "string"}, "name": {"type": "string"},
                    "type": {"type": "string"}, "size": {"type": "integer"},
                    "width": {"type": "integer"}, "height": {"type": "integer"},
                    "inline": {"type": "string", "enum": ["original", "reduced"]},
                },
            }},
            "comment": {"type": "string"},
            "cancelled": {"type": "boolean"},
            "cancelled_by": {"type": "string", "enum": ["human", "agent"]},
            "notes": {"type": "array", "items": {"type": "string"}},
            "next": {"type": "object"},
        },
    });
    if with_others {
        schema["properties"]["human_notes"] = json!({"type": "array", "items": {
            "type": "object", "required": ["text", "at"],
            "properties": {"text": {"type": "string"}, "at": {"type": "integer"}},
        }});
        let other = data(&json!({"type": ["object", "null"]}), false);
        schema["properties"]["undelivered_answers"] = json!({"type": "array", "items": other});
    }
    schema
}

fn into_map(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
