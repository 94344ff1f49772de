//! Examples made from a schema: the right call that an error shows.

use serde_json::{Map, Value, json};

/// Arguments with every required member, as compact JSON.
pub(crate) fn arguments(schema: &Value) -> String {
    of(schema).to_string()
}

fn of(schema: &Value) -> Value {
    if let Some(default) = schema.get("default") {
        return default.clone();
    }
    if let Some(first) = schema["enum"].get(0).or_else(|| schema.get("const")) {
        return first.clone();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(first) = schema[key].get(0) {
            return of(first);
        }
    }
    match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let members: Map<String, Value> = required
                .filter_map(Value::as_str)
                .map(|name| (name.to_owned(), member(name, &schema["properties"][name])))
                .collect();
            Value::Object(members)
        }
        Some("array") if schema["minItems"].as_u64() > Some(0) => json!([of(&schema["items"])]),
        Some("array") => json!([]),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        _ => json!("…"),
    }
}

/// Well-known names show what they hold.
fn member(name: &str, schema: &Value) -> Value {
    match name {
        "session_id" => json!("3f9c0a7be2d14c58"),
        "workspace_path" | "package_path" => json!("/courses/my-course"),
        "selector" => json!("#next"),
        _ => of(schema),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOOLS;

    #[test]
    fn the_right_call_of_every_tool_is_right() {
        for tool in TOOLS {
            let schema = Value::Object(tool.input_schema());
            let mut example: Value = serde_json::from_str(&arguments(&schema)).unwrap();
            let faults = greenroom_schema::check(&schema, &mut example);
            assert!(faults.is_empty(), "{} {example}: {faults:?}", tool.name());
        }
    }
}
