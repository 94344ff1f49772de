//! Checks arguments against a tool's schema and lists every fault at once.
//!
//! The schemas are our own cleaned ones, so only the keywords that they use are known here.

use serde::Serialize;
use serde_json::{Map, Value};

/// One thing that is wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// `viewport.width`, `steps[2].method`; the name itself at the top
    pub path: String,
    pub expected: String,
    pub received: String,
    /// The known name that is most like an unknown one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

/// Checks `value` and makes harmless differences equal: null for an optional member is dropped, a
/// whole number written as `5.0` becomes `5`.
pub fn check(schema: &Value, value: &mut Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_at("", schema, value, &mut faults);
    faults
}

/// The name in `known` that is most like `name`, if any is like it at all.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    most_similar(name, known).first().copied()
}

/// Longer names are like no other.
const LONGEST_NAME: usize = 200;

/// Up to three names in `known` that are most like `name`, best first.
pub fn most_similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // Likeness takes time by the product of both lengths, and no name is that long.
    if name.len() > LONGEST_NAME {
        return Vec::new();
    }
    let mut ranked: Vec<(f64, &str)> = known
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
        .into_iter()
        .take(3)
        .map(|(_, candidate)| candidate)
        .collect()
}

fn check_at(path: &str, schema: &Value, value: &mut Value, faults: &mut Vec<Fault>) {
    for key in ["anyOf", "oneOf"] {
        if let Some(variants) = schema[key].as_array() {
            check_variants(path, schema, variants, value, faults);
            return;
        }
    }
    if !type_fits(schema, value) {
        faults.push(fault(path, describe(schema), value));
        return;
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        let known = allowed.iter().filter_map(Value::as_str);
        let nearest = value
            .as_str()
            .and_then(|text| nearest(text, known))
            .map(str::to_owned);
        faults.push(Fault {
            nearest,
            ..fault(path, describe(schema), value)
        });
        return;
    }
    if schema
        .get("const")
        .is_some_and(|constant| constant != value)
    {
        faults.push(fault(path, describe(schema), value));
        return;
    }
    if out_of_range(schema, value) {
        faults.push(fault(path, describe(schema), value));
    }
    match value {
        Value::Object(members) => check_members(path, schema, members, faults),
        Value::Array(items) => {
            if let Some(item_schema) = schema.get("items") {
                for (index, item) in items.iter_mut().enumerate() {
                    check_at(&format!("{path}[{index}]"), item_schema, item, faults);
                }
            }
        }
        _ => {}
    }
}

fn check_members(
    path: &str,
    schema: &Value,
    members: &mut Map<String, Value>,
    faults: &mut Vec<Fault>,
) {
    let no_properties = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&no_properties);
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    members.retain(|name, value| {
        let optional = properties.contains_key(name) && !required.contains(&name.as_str());
        !(value.is_null() && optional && !type_fits(&properties[name], value))
    });
    for name in &required {
        if !members.contains_key(*name) {
            faults.push(Fault {
                path: join(path, name),
                expected: describe(&properties.get(*name).cloned().unwrap_or_default()),
                received: "nothing".to_owned(),
                nearest: None,
            });
        }
    }
    for (name, value) in members {
        if let Some(property) = properties.get(name) {
            check_at(&join(path, name), property, value, faults);
            continue;
        }
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => faults.push(Fault {
                path: join(path, name),
                expected: known_names(properties),
                received: format!("unknown parameter `{name}`"),
                nearest: nearest(name, properties.keys().map(String::as_str)).map(str::to_owned),
            }),
            Some(other) if other.is_object() => {
                check_at(&join(path, name), other, value, faults);
            }
            _ => {}
        }
    }
}

fn check_variants(
    path: &str,
    schema: &Value,
    variants: &[Value],
    value: &mut Value,
    faults: &mut Vec<Fault>,
) {
    let mut of_right_type = Vec::new();
    for variant in variants {
        let mut candidate = value.clone();
        let mut found = Vec::new();
        check_at(path, variant, &mut candidate, &mut found);
        if found.is_empty() {
            *value = candidate;
            return;
        }
        if type_fits(variant, &mut candidate) {
            of_right_type.push(found);
        }
    }
    match of_right_type.as_mut_slice() {
        [only] => faults.append(only),
        _ => faults.push(fault(path, describe(schema), value)),
    }
}

/// Whether the JSON type fits. A float without fraction is made an integer where one is wanted.
fn type_fits(schema: &Value, value: &mut Value) -> bool {
    match &schema["type"] {
        Value::String(name) => is_of_type(name, value),
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .any(|name| is_of_type(name, value)),
        _ => true,
    }
}

fn is_of_type(name: &str, value: &mut Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => {
            if let Some(float) = value.as_f64().filter(|_| value.is_f64())
                && float.fract() == 0.0
                && float.abs() <= 9_007_199_254_740_992.0
            {
                *value = Value::from(float as i64);
            }
            value.is_i64() || value.is_u64()
        }
        _ => true,
    }
}

fn out_of_range(schema: &Value, value: &Value) -> bool {
    let limit = |key: &str| schema[key].as_f64();
    let too_small = |measure: f64, key: &str| limit(key).is_some_and(|least| measure < least);
    let too_large = |measure: f64, key: &str| limit(key).is_some_and(|most| measure > most);
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            too_small(number, "minimum")
                || too_large(number, "maximum")
                || limit("exclusiveMinimum").is_some_and(|bound| number <= bound)
                || limit("exclusiveMaximum").is_some_and(|bound| number >= bound)
        }
        Value::String(text) => {
            let length = text.chars().count() as f64;
            too_small(length, "minLength") || too_large(length, "maxLength")
        }
        Value::Array(items) => {
            let length = items.len() as f64;
            too_small(length, "minItems") || too_large(length, "maxItems")
        }
        _ => false,
    }
}

/// What a schema wants, in words.
fn describe(schema: &Value) -> String {
    for key in ["anyOf", "oneOf"] {
        if let Some(variants) = schema[key].as_array() {
            return variants
                .iter()
                .map(describe)
                .collect::<Vec<_>>()
                .join(" or ");
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(bare).collect();
        return format!("one of {}", values.join(", "));
    }
    if let Some(constant) = schema.get("const") {
        return bare(constant);
    }
    let mut text = match &schema["type"] {
        Value::String(name) if name == "array" && schema["items"]["type"].is_string() => {
            format!("array of {}", describe(&schema["items"]))
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().map(bare).collect::<Vec<_>>().join(" or "),
        _ => "any value".to_owned(),
    };
    for (key, words) in [
        ("minimum", "≥"),
        ("exclusiveMinimum", ">"),
        ("maximum", "≤"),
        ("exclusiveMaximum", "<"),
        ("minLength", "characters ≥"),
        ("maxLength", "characters ≤"),
        ("minItems", "items ≥"),
        ("maxItems", "items ≤"),
    ] {
        if let Some(limit) = schema.get(key) {
            text = format!("{text}, {words} {limit}");
        }
    }
    text
}

fn known_names(properties: &Map<String, Value>) -> String {
    if properties.is_empty() {
        return "no parameters".to_owned();
    }
    format!(
        "one of {}",
        properties.keys().cloned().collect::<Vec<_>>().join(", ")
    )
}

fn fault(path: &str, expected: String, value: &Value) -> Fault {
    let path = if path.is_empty() { "arguments" } else { path };
    Fault {
        path: path.to_owned(),
        expected,
        received: received(value),
        nearest: None,
    }
}

fn received(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}

fn bare(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object", "additionalProperties": false, "required": ["session_id"],
            "properties": {
                "session_id": {"type": "string"},
                "level": {"type": "string", "enum": ["debug", "info"]},
                "tail": {"type": "integer", "minimum": 1, "maximum": 5000},
                "viewport": {
                    "type": "object", "additionalProperties": false,
                    "properties": {"width": {"type": "integer"}},
                },
                "steps": {"type": "array", "items": {"anyOf": [
                    {"type": "string"},
                    {"type": "object", "required": ["method"], "properties": {"method": {"type": "string"}}},
                ]}},
            },
        })
    }

    #[test]
    fn all_faults_are_listed_with_their_paths() {
        let mut value = json!({
            "sesion_id": "x", "level": "infos", "tail": 9000,
            "viewport": {"width": "wide", "hight": 3}, "steps": ["a", {"method": 5}, 7],
        });
        let faults: Vec<String> = check(&schema(), &mut value)
            .into_iter()
            .map(|f| {
                format!(
                    "{} | {} | {} | {}",
                    f.path,
                    f.expected,
                    f.received,
                    f.nearest.unwrap_or_default()
                )
            })
            .collect();
        assert_eq!(
            faults,
            [
                "session_id | string | nothing | ",
                "level | one of debug, info | \"infos\" | info",
                "sesion_id | one of level, session_id, steps, tail, viewport | unknown parameter `sesion_id` | session_id",
                "steps[1].method | string | 5 | ",
                "steps[2] | string or object | 7 | ",
                "tail | integer, ≥ 1, ≤ 5000 | 9000 | ",
                "viewport.hight | one of width | unknown parameter `hight` | ",
                "viewport.width | integer | \"wide\" | ",
            ]
        );
    }

    #[test]
    fn harmless_differences_are_made_equal() {
        let mut value = json!({"session_id": "x", "tail": 5.0, "level": null});
        assert_eq!(check(&schema(), &mut value), []);
        assert_eq!(value, json!({"session_id": "x", "tail": 5}));
    }
}
