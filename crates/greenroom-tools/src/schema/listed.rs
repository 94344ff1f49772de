//! The short form of a parameter schema, for `tools/list`.
//!
//! Every conversation carries the whole list, so it holds what a model needs to write a call and no
//! more: names, types, defaults, enums, and the purpose where the name does not tell it. Objects
//! below the first level are one line, in the notation of TypeScript. The call is checked against
//! the full schema, whose errors name bounds and unknown members; docs/tools.md has it all.

use serde_json::{Map, Value, json};

use crate::named_paths::MARK;

/// Parameters whose names tell their purpose.
const SPEAK_FOR_THEMSELVES: &[&str] = &[
    "activity",
    "additional_checks",
    "after",
    "allowEmpty",
    "allow_resume_without_location",
    "api_filters",
    "auto_initialize",
    "auto_validate",
    "background",
    "backup_original",
    "base_dir",
    "before",
    "capture_api_calls",
    "capture_each_step",
    "change_session_id",
    "code",
    "conserve",
    "content",
    "convert",
    "credit",
    "data_elements",
    "deep",
    "defaultText",
    "defaultToNo",
    "defaultValue",
    "depth",
    "description",
    "detect_anomalies",
    "dialog_id",
    "dialogs",
    "element",
    "element_prefix",
    "enable_gui",
    "enable_inspector",
    "execution",
    "expectsCode",
    "filter_methods",
    "fix_issues",
    "force_new",
    "format",
    "frame",
    "id",
    "include_all",
    "include_data_model_state",
    "include_hidden",
    "include_metadata",
    "include_trace",
    "isDangerous",
    "keep_exit",
    "launch_mode",
    "learner",
    "level",
    "levels",
    "limit",
    "lms_profile",
    "lms_profiles",
    "max",
    "maxSelections",
    "max_acts",
    "max_depth",
    "max_events",
    "max_seconds",
    "moments",
    "namespace",
    "new_attempt",
    "new_path",
    "noLabel",
    "no_play",
    "offset",
    "old_path",
    "optimize",
    "order",
    "override_errors",
    "package_path",
    "persist",
    "placeholder",
    "popup",
    "project",
    "query_type",
    "question",
    "rehearsal",
    "required",
    "response",
    "resume",
    "saved_state",
    "scorm_version",
    "seed",
    "selector",
    "sessionId",
    "session_id",
    "session_label",
    "severity",
    "since_event_id",
    "slideId",
    "stop_on_error",
    "strict_mode",
    "tail",
    "targetId",
    "text",
    "timeout_ms",
    "timeout_seconds",
    "title",
    "trace_level",
    "treat_as_edition",
    "update_file_lists",
    "variables",
    "via",
    "viewport",
    "visualize_tree",
    "wait_ms",
    "wait_seconds",
    "warning",
    "wcag_level",
    "withdraw",
    "workspace_path",
    "x",
    "y",
    "yesLabel",
];

/// The short form of a parameter schema.
pub(crate) fn listed(schema: &Value) -> Value {
    let mut listed = schema.clone();
    for (name, property) in listed["properties"].as_object_mut().into_iter().flatten() {
        let Some(property) = property.as_object_mut() else {
            continue;
        };
        if SPEAK_FOR_THEMSELVES.contains(&name.as_str()) {
            property.remove("description");
        }
        property.remove(MARK);
        for bound in [
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "minLength",
            "maxLength",
        ] {
            property.remove(bound);
        }
        // Without a default a switch is off and a number is none.
        if property.get("default").is_some_and(says_nothing) {
            property.remove("default");
        }
        flatten(property);
    }
    listed
}

/// Puts the shape of whatever holds an object into the description.
fn flatten(property: &mut Map<String, Value>) {
    let mut shape = String::new();
    let purpose = property.remove("description");
    if let Some(purpose) = purpose.as_ref().and_then(Value::as_str) {
        shape = format!("{purpose}: ");
    }
    if let Some(items) = property.get_mut("items") {
        if !items["properties"].is_object() && !items["anyOf"].is_array() {
            if let Some(items) = items.as_object_mut() {
                items.remove("description");
            }
            property.extend(purpose.map(|text| ("description".to_owned(), text)));
            return;
        }
        write_shape(items, &mut shape);
        // Alternatives have no common type.
        *items = if items["anyOf"].is_array() {
            json!({})
        } else {
            json!({"type": "object"})
        };
    } else if property.contains_key("properties") || property.contains_key("anyOf") {
        write_shape(&Value::Object(property.clone()), &mut shape);
        property.retain(|key, _| key == "type");
    } else {
        property.extend(purpose.map(|text| ("description".to_owned(), text)));
        return;
    }
    property.insert("description".to_owned(), Value::String(shape));
}

fn says_nothing(value: &Value) -> bool {
    is_empty(value) || *value == json!(false) || *value == json!(0)
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

/// Writes `{width?:int,device?:desktop|tablet}` for an object, `int[]` for a list.
fn write_shape(schema: &Value, shape: &mut String) {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(plain).collect();
        *shape += &values.join("|");
    } else if let Some(properties) = schema["properties"].as_object() {
        write_members(properties, &schema["required"], shape);
    } else if let Some(variants) = schema["anyOf"].as_array() {
        for (index, variant) in variants.iter().enumerate() {
            if index > 0 {
                shape.push('|');
            }
            write_shape(variant, shape);
        }
    } else {
        match schema["type"].as_str() {
            Some("array") => {
                write_shape(&schema["items"], shape);
                *shape += "[]";
            }
            Some("integer") => *shape += "int",
            Some("boolean") => *shape += "bool",
            Some("number") => *shape += "num",
            Some(name) => *shape += name,
            None => *shape += "any",
        }
    }
    if let Some(default) = schema
        .get("default")
        .filter(|default| !says_nothing(default))
    {
        *shape += "=";
        *shape += &plain(default);
    }
}

fn write_members(properties: &Map<String, Value>, required: &Value, shape: &mut String) {
    shape.push('{');
    for (index, (name, member)) in properties.iter().enumerate() {
        if index > 0 {
            shape.push(',');
        }
        *shape += name;
        let is_required = required
            .as_array()
            .is_some_and(|required| required.iter().any(|given| given == name.as_str()));
        if !is_required {
            shape.push('?');
        }
        // Without a type it is text.
        let is_text = member["type"] == "string"
            && member.get("enum").is_none()
            && member.get("default").is_none();
        if !is_text {
            shape.push(':');
            write_shape(member, shape);
        }
    }
    shape.push('}');
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_become_one_line() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["session_id"],
            "properties": {
                "session_id": {"type": "string", "description": "The session"},
                "tries": {"type": "integer", "minimum": 1, "default": 10, "description": "At most"},
                "viewport": {
                    "type": "object", "additionalProperties": false, "description": "Size",
                    "properties": {
                        "device": {"type": "string", "enum": ["desktop", "mobile"]},
                        "width": {"type": "integer", "minimum": 320, "default": 1024},
                    },
                },
                "to": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "number"}}]},
                "calls": {"type": "array", "maxItems": 5, "description": "In order", "items": {
                    "type": "object", "required": ["method"],
                    "properties": {"args": {"type": "array", "items": true}, "method": {"type": "string"}},
                }},
            },
        });
        assert_eq!(
            listed(&schema),
            json!({
                "type": "object", "additionalProperties": false, "required": ["session_id"],
                "properties": {
                    "session_id": {"type": "string"},
                    "tries": {"type": "integer", "default": 10, "description": "At most"},
                    "viewport": {
                        "type": "object",
                        "description": "{device?:desktop|mobile,width?:int=1024}",
                    },
                    "to": {"description": "string|num[]"},
                    "calls": {
                        "type": "array", "items": {"type": "object"},
                        "description": "In order: {args?:any[],method}",
                    },
                },
            })
        );
    }
}
