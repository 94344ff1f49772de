//! Tables of the options that lie inside a parameter.

use std::fmt::Write as _;

use serde_json::Value;

use super::{cell, is_required, kind_and_default};

/// A table for every object inside a tool's parameters, under its whole name.
pub(super) fn tables(schema: &Value) -> String {
    let mut text = String::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        write_table(&mut text, name, property);
    }
    text
}

fn write_table(text: &mut String, place: &str, schema: &Value) {
    for key in ["anyOf", "oneOf"] {
        for variant in schema[key].as_array().into_iter().flatten() {
            write_table(text, place, variant);
        }
    }
    if schema["items"].is_object() {
        write_table(text, &format!("{place}[]"), &schema["items"]);
    }
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    let _infallible = write!(text, "\n| `{place}` | Type | |\n|---|---|---|\n");
    for (name, property) in properties {
        let star = if is_required(name, schema) { "*" } else { "" };
        let _infallible = writeln!(
            text,
            "| `{name}{star}` | {} | {} |",
            cell(&kind_and_default(property)),
            cell(property["description"].as_str().unwrap_or_default()),
        );
    }
    for (name, property) in properties {
        write_table(text, &format!("{place}.{name}"), property);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_of_options_have_tables_too() {
        let schema = json!({"properties": {"fields": {"type": "array", "items": {
            "required": ["selector"],
            "properties": {
                "selector": {"type": "string", "description": "Which"},
                "options": {"properties": {"via": {"type": "string", "default": "auto"}}},
            },
        }}}});
        let tables = tables(&schema);
        assert!(
            tables.contains("| `fields[]` |") && tables.contains("| `selector*` | str | Which |")
        );
        assert!(
            tables.contains("| `fields[].options` |") && tables.contains("`via` | str = \"auto\"")
        );
    }
}
