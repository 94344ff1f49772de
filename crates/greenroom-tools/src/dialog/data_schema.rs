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
                "enum": ["human", "remembered", "auto_submit", "elicitation", "parent_app"]}]},
            "proof": {"type": "string", "enum": ["accepted_page", "opened_page", "first_page",
                "client_form", "parent_app"]},
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOOLS;
    use greenroom_dialog::{Asker, Desk, Proof, Registry, Source, Submitter, request};

    #[test]
    fn every_result_fits_its_declared_schema() {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = Desk::open(&folder.path().join("d"), Registry::standard(), 0).unwrap();
        desk.add_note("by the way", 1).unwrap();
        let options = json!([{"value": "a", "label": "A"}]);
        let submitter = Submitter {
            connection: "page".to_owned(),
            user_agent: String::new(),
            source: Source::Human,
            proof: Proof::OpenedPage,
            remember: false,
        };
        for (tool, arguments, given) in [
            (
                "planner",
                json!({"decision_context": "?", "options": options}),
                json!({"choice": "a"}),
            ),
            ("text_input", json!({"question": "?"}), json!({"text": "t"})),
            (
                "single_choice",
                json!({"question": "?", "options": options}),
                json!({"choice": null, "text": "w"}),
            ),
            (
                "multi_choice",
                json!({"question": "?", "options": options}),
                json!({"choices": ["a"]}),
            ),
            (
                "screenshot_request",
                json!({"question": "?"}),
                json!({"additionalText": "x"}),
            ),
            (
                "confirm",
                json!({"question": "?", "timeout_seconds": 1}),
                json!({"confirmed": false, "comment": "c"}),
            ),
        ] {
            let declared = TOOLS.iter().find(|known| known.name() == tool).unwrap();
            let schema = Value::Object(declared.output_schema());
            let Value::Object(arguments) = arguments else {
                panic!("arguments are an object")
            };
            for act in [
                given,
                json!({"declined": true}),
                json!({"cancelled": true, "comment": "c"}),
                // Silence.
                Value::Null,
            ] {
                let asked = request::parse(desk.registry(), tool, arguments.clone()).unwrap();
                let asker = Asker {
                    client: "x".to_owned(),
                    limit_key: "x".to_owned(),
                    unverified: false,
                    elicitation: None,
                };
                let dialog_id = desk.ask(asked, asker, None, 2).unwrap().dialog_id;
                for _ in 0..2 {
                    let mut data = desk.deliver(&dialog_id, 3).unwrap().data;
                    assert_eq!(
                        greenroom_schema::check(&schema, &mut data),
                        [],
                        "{tool}: {data}"
                    );
                    if data["status"] == "pending" {
                        desk.leave(&dialog_id);
                        if act.is_null() {
                            desk.expire_due(100_000_000);
                        } else {
                            desk.submit(&dialog_id, &act, &submitter, 4).unwrap();
                        }
                    }
                }
            }
        }
    }
}
