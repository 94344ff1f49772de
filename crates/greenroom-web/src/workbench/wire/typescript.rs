//! The types of the page, made from the types here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::{Act, FromServer, Query};
use crate::workbench::pairing::{Paired, Pairing};

const HEAD: &str = "\
// The messages between the workbench page and the server, made from crates/greenroom-web/src/workbench/wire.
// The test `the_pages_types_are_those_of_the_server` compares them, and writes them with GREENROOM_UPDATE_SCRIPTS=1.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What the page sends. */
export type ToServer = Act | Query;
";

/// All types, each under its name.
#[derive(Default)]
struct Module(BTreeMap<String, Value>);

impl Module {
    fn add<T: JsonSchema>(&mut self, settings: SchemaSettings) {
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
            self.0.insert(name.clone(), inner.clone());
        }
        self.0.insert(T::schema_name().into_owned(), schema);
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, schema) in &self.0 {
            text.push('\n');
            text.push_str(&comment(schema, ""));
            writeln!(text, "export type {name} ={};", shape(schema, "")).unwrap();
        }
        text
    }
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
        return union(variants, indent);
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
            write!(text, "{bar}{of}").unwrap();
        } else {
            let inner = format!("{indent}  ");
            let about = comment(variant, &inner);
            write!(text, "\n{about}{inner}|{}", shape(variant, &inner)).unwrap();
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
    let (tags, others): (Vec<_>, Vec<_>) = members.iter().partition(|(name, _)| *name == "type");
    for (name, member) in tags.into_iter().chain(others) {
        text.push_str(&comment(member, &inner));
        let of = shape(member, &inner);
        if is_required(name) {
            writeln!(text, "{inner}{name}:{of};").unwrap();
        } else {
            // What may be missing is missing, not null.
            let of = of.strip_suffix(" | null").unwrap_or(&of);
            writeln!(text, "{inner}{name}?:{of};").unwrap();
        }
    }
    write!(text, "{indent}}}").unwrap();
    text
}

#[test]
fn the_pages_types_are_those_of_the_server() {
    let mut module = Module::default();
    let settings = SchemaSettings::draft2020_12;
    module.add::<Act>(settings().for_deserialize());
    module.add::<Query>(settings().for_deserialize());
    module.add::<Pairing>(settings().for_deserialize());
    module.add::<FromServer>(settings().for_serialize());
    module.add::<Paired>(settings().for_serialize());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("web/workbench/messages.d.ts");
    let wanted = module.text();
    if std::env::var_os("GREENROOM_UPDATE_SCRIPTS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "web/workbench/messages.d.ts is out of date; GREENROOM_UPDATE_SCRIPTS=1 writes it"
    );
}
