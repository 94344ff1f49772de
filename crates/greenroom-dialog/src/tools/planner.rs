//! `planner`: the agent puts a decision before the human.

use super::{CONTEXT_LIMIT, options, schemas};
use crate::declaration::{DialogTool, text};
use crate::refusal::Refusal;
use crate::submission::Given;
use greenroom_schema::Fault;
use serde_json::{Map, Value, json};

pub(super) fn declaration() -> DialogTool {
    DialogTool {
        title: "Ask for a decision".to_owned(),
        check: Some(options::check_unique),
        accept: Some(accept),
        ws_result: Some(ws_result),
        images_as: Some("attachments"),
        dialog_type: "planner".to_owned(),
        rememberable: true,
        ..DialogTool::new(
            "planner",
            "Ask the human to decide between options\n\nReturns choice, thinkingMode, intent \
             (plan, execute, execute_and_reopen), text and images.",
            json!({
                "type": "object", "additionalProperties": false,
                "required": ["decision_context", "options"],
                "properties": {
                    "decision_context": {"type": "string", "minLength": 1, "maxLength": CONTEXT_LIMIT,
                        "description": "What is to be decided"},
                    "options": {"type": "array", "maxItems": options::LIMIT,
                        "description": "Choices; empty for free text",
                        "items": {"anyOf": [{"type": "string"}, {
                            "type": "object", "additionalProperties": false,
                            "properties": {
                                "label": schemas::text(), "value": schemas::text(),
                                "description": schemas::text(),
                            },
                        }]}},
                    "visual_output": schemas::documented("Markdown above the options"),
                    "plan": schemas::documented("Plan, Markdown"),
                    "default_action": schemas::documented("Value to pre-select"),
                },
            }),
            json!({
                "type": "object", "additionalProperties": false,
                "required": ["choice", "thinkingMode", "additionalContext", "intent"],
                "properties": {
                    "choice": {"type": ["string", "null"]},
                    "thinkingMode": {"type": "string", "enum": MODES},
                    "additionalContext": {"type": "string"},
                    "intent": {"type": "string", "enum": INTENTS},
                },
            }),
        )
    }
}

const MODES: [&str; 4] = ["quick", "normal", "deep", "ultra"];
const INTENTS: [&str; 3] = ["plan", "execute", "execute_and_reopen"];

/// Options in their full form: label and value stand for each other, a plain string is both.
pub(crate) fn fill_options(parameters: &mut Map<String, Value>, faults: &mut Vec<Fault>) {
    let Some(Value::Array(options)) = parameters.get_mut("options") else {
        return;
    };
    for (index, option) in options.iter_mut().enumerate() {
        if let Value::String(both) = option {
            *option = json!({"label": both, "value": both});
        }
        let Value::Object(members) = option else {
            continue;
        };
        match (members.get("label").cloned(), members.get("value").cloned()) {
            (Some(label), None) => {
                members.insert("value".to_owned(), label);
            }
            (None, Some(value)) => {
                members.insert("label".to_owned(), value);
            }
            (None, None) => faults.push(options::fault(
                format!("options[{index}]"),
                "an object with label or value",
                option,
            )),
            (Some(_), Some(_)) => {}
        }
    }
}

fn accept(parameters: &Map<String, Value>, given: &Given<'_>) -> Result<Value, Refusal> {
    let choice = match given.data.get("choice") {
        None | Some(Value::Null) => None,
        Some(Value::String(choice)) if options::find_enabled(parameters, choice).is_some() => {
            Some(choice.clone())
        }
        Some(_) => return Err(Refusal::no_answer("Choose one of the options")),
    };
    let context = given.text("additionalContext")?;
    if choice.is_none() && context.trim().is_empty() {
        return Err(Refusal::no_answer("Choose an option or write a text"));
    }
    let mode = one_of(given, "thinkingMode", &MODES, "normal")?;
    let intent = one_of(given, "intent", &INTENTS, "execute")?;
    Ok(json!({
        "choice": choice, "thinkingMode": mode, "additionalContext": context, "intent": intent,
    }))
}

fn one_of(
    given: &Given<'_>,
    name: &str,
    allowed: &[&str],
    default: &str,
) -> Result<String, Refusal> {
    match given.data.get(name) {
        None | Some(Value::Null) => Ok(default.to_owned()),
        Some(value) => text(given.data, name)
            .filter(|text| allowed.contains(text))
            .map(str::to_owned)
            .ok_or_else(|| Refusal::no_answer(format!("{name} cannot be {value}"))),
    }
}

fn ws_result(answer: &Value) -> Map<String, Value> {
    let mut result = answer.as_object().cloned().unwrap_or_default();
    result.remove("intent");
    result
}
