//! Types of pages, made from the types of the server.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

const JSON: &str = "
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
";

/// A module of TypeScript types, each under its name.
#[derive(Debug, Default)]
pub struct TypeScript {
    types: BTreeMap<String, Value>,
    imports: String,
}

impl TypeScript {
    /// Adds a type that the page sends, and those that it holds.
    #[must_use]
    pub fn sent<T: JsonSchema>(self) -> Self {
        self.add::<T>(SchemaSettings::draft2020_12().for_deserialize())
    }

    /// Adds a type that the page receives, and those that it holds.
    #[must_use]
    pub fn received<T: JsonSchema>(self) -> Self {
        self.add::<T>(SchemaSettings::draft2020_12().for_serialize())
    }

    fn add<T: JsonSchema>(mut self, settings: SchemaSettings) -> Self {
        let mut schema = settings
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value();
        let inner = schema.as_object_mut().and_then(|root| root.remove("$defs"));
        for (name, inner) in inner
            .as_ref()
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.types.insert(name.clone(), inner.clone());
        }
        self.types.insert(T::schema_name().into_owned(), schema);
        self
    }

    /// Takes a type, and those that it holds, from another module.
    #[must_use]
    pub fn imported<T: JsonSchema>(mut self, from: &str) -> Self {
        for name in Self::default().received::<T>().types.keys() {
            self.types.remove(name);
        }
        let name = T::schema_name();
        self.imports = format!("\nimport type {{ {name} }} from \"{from}\";\n");
        self
    }

    /// Compares the types with a file that begins with `head`, or writes it.
    ///
    /// # Panics
    /// If the file differs.
    pub fn compare(&self, file: &Path, head: &str) {
        let mut text = format!("{head}{}{JSON}", self.imports);
        for (name, schema) in &self.types {
            let shape = shape(schema, "");
            let comment = comment(schema, "");
            text.extend(["\n", &comment, "export type ", name, " =", &shape, ";\n"]);
        }
        compare(file, &text);
    }
}

/// Compares a generated file with what it should hold, or writes it.
///
/// # Panics
/// If the file differs.
pub fn compare(file: &Path, wanted: &str) {
    if std::env::var_os("GREENROOM_UPDATE_SCRIPTS").is_some() {
        drop(std::fs::write(file, wanted));
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        found == wanted,
        "{} is out of date; GREENROOM_UPDATE_SCRIPTS=1 writes it",
        file.display()
    );
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        Some(words) => format!("{indent}/** {} */\n", words.replace('\n', " ")),
        None => String::new(),
    }
}

/// A schema as a type, with the space before it.
fn shape(schema: &Value, indent: &str) -> String {
    let variants = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    if let Some(variants) = variants {
        let one_of = union(variants, indent);
        // An enum's variant that is flattened: its own members and those of one of the variants.
        return match schema["properties"].as_object() {
            Some(own) => format!("{} & ({one_of}\n{indent})", object(own, schema, indent)),
            None => one_of,
        };
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        // An enum's variant that holds another type: its members and those of the type.
        return match schema["properties"].as_object() {
            Some(own) => format!("{} & {name}", object(own, schema, indent)),
            None => format!(" {name}"),
        };
    }
    if let Some(constant) = schema.get("const") {
        return format!(" {constant}");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(Value::to_string).collect();
        return format!(" {}", words.join(" | "));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return " Json".to_owned(),
    };
    let kinds = kinds.into_iter().map(|kind| of_kind(kind, schema, indent));
    format!(" {}", kinds.collect::<Vec<_>>().join(" | "))
}

fn of_kind(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let of = shape(&schema["items"], indent);
            let of = of.trim_start();
            if of.contains(' ') {
                format!("({of})[]")
            } else {
                format!("{of}[]")
            }
        }
        "object" => match schema["properties"].as_object() {
            Some(members) => object(members, schema, indent).trim_start().to_owned(),
            None => "JsonObject".to_owned(),
        },
        other => other.to_owned(),
    }
}

fn union(variants: &[Value], indent: &str) -> String {
    // Words with a comment each are still one line.
    let is_word = |variant: &Value| variant.get("const").is_some() || variant.get("enum").is_some();
    let short = variants
        .iter()
        .all(|variant| is_word(variant) || is_plain(variant));
    let mut text = String::new();
    for (at, variant) in variants.iter().enumerate() {
        let of = shape(variant, indent);
        if short {
            let bar = if at == 0 { "" } else { " |" };
            text.push_str(bar);
            text.push_str(&of);
        } else {
            let inner = format!("{indent}  ");
            let about = comment(variant, &inner);
            text.extend(["\n", &about, &inner, "|", &shape(variant, &inner)]);
        }
    }
    text
}

/// A name or a simple kind, as in `Status | null`.
fn is_plain(schema: &Value) -> bool {
    schema["properties"].is_null() && (schema.get("$ref").is_some() || schema["type"].is_string())
}

fn object(members: &Map<String, Value>, schema: &Value, indent: &str) -> String {
    let required = schema["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
    let inner = format!("{indent}  ");
    let mut text = " {\n".to_owned();
    // The tag is what tells variants apart, so it stands first.
    let is_tag = |member: &Value| member.get("const").is_some();
    let (tags, others): (Vec<_>, Vec<_>) = members.iter().partition(|(_, member)| is_tag(member));
    for (name, member) in tags.into_iter().chain(others) {
        text.push_str(&comment(member, &inner));
        let of = shape(member, &inner);
        if is_required(name) {
            text.extend([&inner, name, ":", &of, ";\n"]);
        } else {
            // What may be missing is missing, not null.
            let of = of.strip_suffix(" | null").unwrap_or(&of);
            text.extend([&inner, name, "?:", of, ";\n"]);
        }
    }
    text.extend([indent, "}"]);
    text
}
