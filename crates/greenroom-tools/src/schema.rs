//! Parameter and output types as JSON Schemas that every host understands.
//!
//! Some hosts choke on what schemars writes for Rust types: `$schema`, `$ref`, `format: uint8`,
//! `type: [x, null]`, `default: null`. These are cleaned away; what is left says the same.
//! `listed` makes the short form that `tools/list` shows.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

mod listed;
pub(crate) use listed::listed;

/// The cleaned schema of a tool's parameters.
pub(crate) fn of_params<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = generated::<T>(SchemaSettings::draft2020_12());
    clean(&mut schema, Use::Params);
    let mut root = into_object(schema);
    root.remove("description");
    root.entry("type").or_insert_with(|| json!("object"));
    root.entry("properties").or_insert_with(|| json!({}));
    root
}

/// The cleaned schema of a tool's data.
pub(crate) fn of_output<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = generated::<T>(SchemaSettings::draft2020_12().for_serialize());
    clean(&mut schema, Use::Output);
    into_object(schema)
}

/// The doc comment of a type, as one line per paragraph.
pub(crate) fn doc_of<T: JsonSchema>() -> String {
    let schema = generated::<T>(SchemaSettings::draft2020_12());
    one_line_paragraphs(schema["description"].as_str().unwrap_or_default())
}

fn generated<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    SchemaGenerator::new(settings)
        .into_root_schema_for::<T>()
        .into()
}

fn into_object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// What a schema describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// What a caller may send: unknown members are refused, and absence stands for null.
    Params,
    /// What a caller gets: a member can be there and be null.
    Output,
}

/// Cleans a schema in place.
fn clean(schema: &mut Value, purpose: Use) {
    let Value::Object(map) = schema else { return };
    map.remove("$schema");
    map.remove("title");
    if map
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(is_rust_number)
    {
        map.remove("format");
    }
    if map.get("default").is_some_and(Value::is_null) {
        map.remove("default");
    }
    if map.get("additionalProperties") == Some(&Value::Bool(true)) {
        map.remove("additionalProperties");
    }
    if let Some(Value::String(text)) = map.get_mut("description") {
        *text = one_line_paragraphs(text);
    }
    join_constants(map);
    if purpose == Use::Params {
        drop_null_type(map);
        drop_null_variant(map);
        if map.contains_key("properties") {
            map.entry("additionalProperties")
                .or_insert(Value::Bool(false));
        }
    }
    for (key, value) in map.iter_mut() {
        match key.as_str() {
            "properties" => {
                for (_, property) in value.as_object_mut().into_iter().flatten() {
                    clean(property, purpose);
                }
            }
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                for variant in value.as_array_mut().into_iter().flatten() {
                    clean(variant, purpose);
                }
            }
            "items" | "additionalProperties" | "not" => clean(value, purpose),
            _ => {}
        }
    }
}

fn is_rust_number(format: &str) -> bool {
    format.starts_with("uint")
        || format.starts_with("int")
        || format == "double"
        || format == "float"
}

/// `type: [x, null]` → `type: x`; an absent member says the same.
fn drop_null_type(map: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = map.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = map.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
}

/// `anyOf: [x, null]` → `x`, keeping the description of the member.
fn drop_null_variant(map: &mut Map<String, Value>) {
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(variants)) = map.get_mut(key) else {
            continue;
        };
        variants.retain(|variant| variant["type"] != "null");
        if variants.len() != 1 {
            continue;
        }
        let Some(Value::Object(only)) = variants.pop() else {
            continue;
        };
        map.remove(key);
        for (name, value) in only {
            map.entry(name).or_insert(value);
        }
        drop_null_type(map);
        join_constants(map);
    }
}

/// `oneOf: [{const: a}, {const: b}]` → `enum: [a, b]`. Documented enums come as the former.
fn join_constants(map: &mut Map<String, Value>) {
    let Some(Value::Array(variants)) = map.get("oneOf") else {
        return;
    };
    let mut values = Vec::new();
    for variant in variants {
        match (
            variant.get("const"),
            variant.get("enum").and_then(Value::as_array),
        ) {
            (Some(value), _) => values.push(value.clone()),
            (None, Some(listed)) => values.extend(listed.iter().cloned()),
            (None, None) => return,
        }
    }
    map.remove("oneOf");
    map.insert("type".to_owned(), json!("string"));
    map.insert("enum".to_owned(), Value::Array(values));
}

fn one_line_paragraphs(text: &str) -> String {
    let paragraphs = text
        .split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs
        .filter(|paragraph| !paragraph.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shape of the picture.
    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Device {
        /// A big one.
        Desktop,
        /// A small one.
        Mobile,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Size {
        width: u32,
    }

    /// Take a picture
    ///
    /// It has
    /// two lines.
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Params {
        /// Which device
        device: Option<Device>,
        size: Option<Size>,
        #[serde(default = "three")]
        tries: u8,
        names: Vec<String>,
        free: Map<String, Value>,
    }

    fn three() -> u8 {
        3
    }

    #[test]
    fn schemas_are_plain() {
        let schema = Value::Object(of_params::<Params>());
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "additionalProperties": false,
                "required": ["names", "free"],
                "properties": {
                    "device": {"type": "string", "enum": ["desktop", "mobile"], "description": "Which device"},
                    "size": {
                        "type": "object", "additionalProperties": false, "required": ["width"],
                        "properties": {"width": {"type": "integer", "minimum": 0}},
                    },
                    "tries": {"type": "integer", "default": 3, "minimum": 0, "maximum": 255},
                    "names": {"type": "array", "items": {"type": "string"}},
                    "free": {"type": "object"},
                },
            })
        );
        assert_eq!(doc_of::<Params>(), "Take a picture\nIt has two lines.");
    }
}
