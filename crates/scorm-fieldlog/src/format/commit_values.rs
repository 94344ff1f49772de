//! The values that a request carried to the LMS: form fields or JSON, by element.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::element_name;

/// Deeper JSON is no data model.
const DEEPEST: usize = 24;

/// The elements in the body of a request; nothing if it has none.
pub(super) fn values(body: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    let trimmed = body.trim();
    match serde_json::from_str::<Value>(trimmed) {
        Ok(json) if trimmed.starts_with(['{', '[']) => find(&json, 0, &mut values),
        _ => form(trimmed, &mut values),
    }
    values
}

/// Fields of a form; others than elements are left out.
pub(super) fn field(name: &str, value: &str, values: &mut BTreeMap<String, String>) {
    // Moodle writes the dots of an element as two underscores.
    let name = name.replace("__", ".");
    let name = element_name::standard(&name);
    if element_name::is_name(&name) {
        values.insert(name.into_owned(), value.to_owned());
    } else if value.trim_start().starts_with(['{', '[']) {
        // A form whose field holds JSON.
        if let Ok(json) = serde_json::from_str::<Value>(value) {
            find(&json, 0, values);
        }
    }
}

fn form(body: &str, values: &mut BTreeMap<String, String>) {
    for pair in body.split('&') {
        let Some((name, value)) = pair.split_once('=') else {
            continue;
        };
        field(&decoded(name), &decoded(value), values);
    }
}

fn decoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
}

/// Looks for data models: members `cmi` and `adl`, members named `cmi.…`, texts `cmi.…=value`.
fn find(json: &Value, depth: usize, values: &mut BTreeMap<String, String>) {
    if depth > DEEPEST {
        return;
    }
    match json {
        Value::Object(members) => {
            for (name, value) in members {
                let is_model = matches!(name.as_str(), "cmi" | "adl") && value.is_object();
                if is_model || element_name::is_name(name) {
                    flatten(name, value, depth + 1, values);
                } else {
                    find(value, depth + 1, values);
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                match item.as_str().and_then(|text| text.split_once('=')) {
                    Some((name, value)) => field(name, value, values),
                    None => find(item, depth + 1, values),
                }
            }
        }
        _ => {}
    }
}

fn flatten(name: &str, json: &Value, depth: usize, values: &mut BTreeMap<String, String>) {
    if depth > DEEPEST {
        return;
    }
    let mut put = |value: String| {
        values.insert(element_name::standard(name).into_owned(), value);
    };
    match json {
        Value::String(text) => put(text.clone()),
        Value::Number(number) => put(number.to_string()),
        Value::Bool(truth) => put(truth.to_string()),
        Value::Null => {}
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                flatten(&format!("{name}.{index}"), item, depth + 1, values);
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                // Records of a collection lie in a member of their own.
                let inner = if member == "childArray" {
                    name.to_owned()
                } else {
                    format!("{name}.{member}")
                };
                flatten(&inner, value, depth + 1, values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn forms_and_json_give_the_same_elements() {
        let want = [
            ("cmi.core.lesson_status", "passed"),
            ("cmi.interactions.0.id", "q 1"),
        ];
        let want = want.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for body in [
            "id=3&cmi__core__lesson_status=passed&cmi__interactions_0__id=q+1",
            "cmi.core.lesson_status=passed&cmi.interactions.0.id=q%201",
            r#"{"cmi":{"core":{"lesson_status":"passed"},"interactions":[{"id":"q 1"}]}}"#,
            r#"{"cmi":{"core":{"lesson_status":"passed"},"interactions":{"childArray":[{"id":"q 1"}]}}}"#,
            r#"{"runtimeData":{"cmi":{"core":{"lesson_status":"passed"},"interactions":{"0":{"id":"q 1"}}}}}"#,
            r#"{"cmi.core.lesson_status":"passed","cmi.interactions.0.id":"q 1","other":1}"#,
            r#"["cmi.core.lesson_status=passed","cmi.interactions.0.id=q 1"]"#,
            "data=%7B%22cmi.core.lesson_status%22%3A%22passed%22%2C%22cmi.interactions.0.id%22%3A%22q%201%22%7D",
        ] {
            let found: Vec<(String, String)> = values(body).into_iter().collect();
            assert_eq!(found, want, "{body}");
        }
    }

    #[test]
    fn other_bodies_hold_nothing() {
        for body in ["", "a=b", "[[[[", "{\"cmi\": 3}", "[]", "=&=&%", "\u{0}"] {
            assert!(values(body).is_empty(), "{body}");
        }
        let deep = format!("{}1{}", "{\"cmi\":".repeat(100), "}".repeat(100));
        assert!(values(&deep).is_empty());
    }
}
