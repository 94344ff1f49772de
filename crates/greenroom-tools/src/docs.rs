//! Documentation made from the declarations that the server runs on.

use serde_json::Value;

use crate::tool::ErasedTool;

/// The parameters and errors of a tool as text for a terminal.
pub fn parameters(tool: &dyn ErasedTool) -> String {
    let schema = Value::Object(tool.input_schema());
    let mut text = String::new();
    let mut line = |words: &str| {
        text.push_str(words);
        text.push('\n');
    };
    line("Parameters (members of JSON):");
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let description = property["description"].as_str().unwrap_or_default();
        let kind = kind_of(property);
        let rule = rule_of(name, property, &schema);
        line(&format!("  {name}: {kind}{rule}\n          {description}"));
    }
    let errors: Vec<&str> = tool.errors().iter().map(|code| code.as_str()).collect();
    if !errors.is_empty() {
        line(&format!("\nErrors: {}", errors.join(", ")));
    }
    text
}

/// A schema's type in the short form of the documentation: `str`, `int[]`, `a/b/c`.
fn kind_of(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return values.join("/");
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(variants) = schema[key].as_array() {
            return variants
                .iter()
                .map(kind_of)
                .collect::<Vec<_>>()
                .join(" or ");
        }
    }
    match schema["type"].as_str() {
        Some("string") => "str".to_owned(),
        Some("integer") => "int".to_owned(),
        Some("number") => "num".to_owned(),
        Some("boolean") => "bool".to_owned(),
        Some("object") => "obj".to_owned(),
        Some("array") => format!("{}[]", kind_of(&schema["items"])),
        _ => "any".to_owned(),
    }
}

/// `, required`, ` = default`, or nothing.
fn rule_of(name: &str, property: &Value, schema: &Value) -> String {
    let required = schema["required"]
        .as_array()
        .is_some_and(|names| names.iter().any(|n| n == name));
    match property.get("default") {
        _ if required => ", required".to_owned(),
        Some(default) => format!(" = {default}"),
        None => String::new(),
    }
}
