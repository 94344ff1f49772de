//! The request parser: arguments of an asker become a checked request, or all their faults.

use crate::declaration::DialogTool;
use crate::error::DialogError;
use crate::ids;
use crate::registry::Registry;
use crate::tools::planner;
use greenroom_schema::Fault;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The life of a question unless it says otherwise, in seconds; also the longest.
pub const LONGEST_LIFE: u64 = 86_400;
/// The shortest life of a question.
pub const SHORTEST_LIFE: u64 = 60;

/// A request that passed all checks.
#[derive(Clone, Debug)]
pub struct DialogRequest {
    pub tool: Arc<DialogTool>,
    /// In the spelling of the schema, without the common parameters but `title`.
    pub parameters: Map<String, Value>,
    pub project: Option<String>,
    pub session_label: Option<String>,
    /// Seconds after which nobody waits any more.
    pub life: u64,
    /// The seconds that were asked for.
    pub timeout_seconds: Option<i64>,
    /// An open dialog to attach to.
    pub dialog_id: Option<String>,
    /// What was changed about the request.
    pub notes: Vec<String>,
}

impl DialogRequest {
    /// Equal for the same question, whoever asks.
    pub fn fingerprint(&self) -> String {
        let mut asked = self.parameters.clone();
        asked.remove("title");
        let canonical = json!([self.tool.name, canonical(&Value::Object(asked))]);
        ids::hex(&Sha256::digest(canonical.to_string().as_bytes()))
    }
}

/// The schema of all parameters of a tool, the common ones included.
pub fn full_schema(tool: &DialogTool) -> Value {
    let mut schema = tool.parameters.clone();
    if let Some(properties) = schema["properties"].as_object_mut() {
        for (name, property) in common_parameters() {
            properties.entry(name).or_insert(property);
        }
    }
    schema
}

fn common_parameters() -> [(&'static str, Value); 5] {
    let label =
        |description: &str| json!({"type": "string", "maxLength": 200, "description": description});
    [
        (
            "title",
            json!({"type": "string", "maxLength": 120, "description": "Title of the card"}),
        ),
        ("project", label("Label")),
        ("session_label", label("Label")),
        (
            "timeout_seconds",
            json!({"type": "integer", "description": "Life of the question, 60 to 86400"}),
        ),
        ("dialog_id", label("Attach to this open dialog")),
    ]
}

/// Reads the arguments of a call.
pub fn parse(
    registry: &Registry,
    name: &str,
    arguments: Map<String, Value>,
) -> Result<DialogRequest, DialogError> {
    let tool = Arc::clone(registry.find(name)?);
    let schema = full_schema(&tool);
    let mut faults = Vec::new();
    let arguments = under_declared_names(&schema, arguments, &mut faults);
    let mut arguments = Value::Object(arguments);
    faults.extend(greenroom_schema::check(&schema, &mut arguments));
    let Value::Object(mut parameters) = arguments else {
        return Err(internal("the arguments are not an object"));
    };
    if faults.is_empty() {
        if tool.name == "planner" {
            planner::fill_options(&mut parameters, &mut faults);
        }
        if let Some(check) = tool.check {
            check(&parameters, &mut faults);
        }
    }
    if !faults.is_empty() {
        return Err(invalid(faults));
    }
    let mut take = |name: &str| parameters.remove(name);
    let text = |value: Option<Value>| match value {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let project = text(take("project"));
    let session_label = text(take("session_label"));
    let dialog_id = text(take("dialog_id"));
    let timeout_seconds = take("timeout_seconds").and_then(|seconds| seconds.as_i64());
    let mut notes = Vec::new();
    let life = life(timeout_seconds, &mut notes);
    Ok(DialogRequest {
        tool,
        parameters,
        project,
        session_label,
        life,
        timeout_seconds,
        dialog_id,
        notes,
    })
}

fn life(asked: Option<i64>, notes: &mut Vec<String>) -> u64 {
    let Some(asked) = asked else {
        return LONGEST_LIFE;
    };
    let life = asked.clamp(SHORTEST_LIFE as i64, LONGEST_LIFE as i64);
    if life != asked {
        notes.push(format!(
            "timeout_seconds {asked} was changed to {life}: {SHORTEST_LIFE} to {LONGEST_LIFE} are possible"
        ));
    }
    life as u64
}

/// Renames members that are written in the other convention (`max_length`, `maxLength`).
fn under_declared_names(
    schema: &Value,
    arguments: Map<String, Value>,
    faults: &mut Vec<Fault>,
) -> Map<String, Value> {
    let no_properties = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&no_properties);
    let mut renamed = Map::new();
    for (name, value) in arguments {
        let plain = snake(&name);
        let declared = properties
            .keys()
            .find(|declared| **declared == name)
            .or_else(|| {
                properties
                    .keys()
                    .find(|declared| is_other_spelling(&name, &plain, declared))
            })
            .cloned()
            .unwrap_or_else(|| name.clone());
        match renamed.get(&declared) {
            Some(present) if *present != value => faults.push(Fault {
                path: name,
                expected: format!("the same as {declared}, or only one of the two"),
                received: value.to_string().chars().take(80).collect(),
                nearest: None,
            }),
            _ => {
                renamed.insert(declared, value);
            }
        }
    }
    renamed
}

/// Whether `name` is exactly the snake_case or camelCase form of a declared name.
fn is_other_spelling(name: &str, plain: &str, declared: &str) -> bool {
    let declared_plain = snake(declared);
    plain == declared_plain && (name == declared_plain || name == camel(&declared_plain))
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

fn camel(snake: &str) -> String {
    let mut camel = String::new();
    let mut raise = false;
    for letter in snake.chars() {
        match letter {
            '_' => raise = true,
            _ if raise => {
                camel.push(letter.to_ascii_uppercase());
                raise = false;
            }
            _ => camel.push(letter),
        }
    }
    camel
}

fn invalid(faults: Vec<Fault>) -> DialogError {
    let (text, hint) = faults.first().map_or_else(Default::default, |fault| {
        let is_unknown = fault.received.starts_with("unknown parameter");
        let no_array = fault.path == "options"
            && fault.expected.starts_with("array")
            && !fault.received.starts_with('[');
        if is_unknown {
            let known = format!("Known: {}.", fault.expected);
            (format!("Unknown parameter {}", fault.path), known)
        } else if no_array {
            (
                "Options must be an array".to_owned(),
                "Give options as [{label, value}].".to_owned(),
            )
        } else {
            (
                format!("Invalid {}", fault.path),
                format!("Expected {}, received {}.", fault.expected, fault.received),
            )
        }
    });
    DialogError::InvalidParams { text, hint, faults }
}

fn internal(reason: &str) -> DialogError {
    DialogError::Internal {
        reason: reason.to_owned(),
    }
}

/// The same value with the members of all objects in the order of their names.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            Value::Array(
                names
                    .into_iter()
                    .map(|name| json!([name, canonical(&members[name])]))
                    .collect(),
            )
        }
        Value::Array(items) => Value::Array(items.iter().map(canonical).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
