//! Documentation made from the declarations that the server runs on.

mod configuration;
mod elements;
mod nested;

use std::fmt::Write as _;

use serde_json::Value;

use crate::registry::{GROUPS, family_of, file_of, group_of};
use crate::tool::{Effect, ErasedTool};
use crate::{ErrorCode, TOOLS};

/// The first line of every generated file.
const DO_NOT_EDIT: &str = "<!-- Generated from the source by `greenroom docs`. Do not edit. -->\n";

/// A generated file: its name below `docs/`, and what makes it.
type File = (&'static str, fn() -> String);

const FILES: [File; 5] = [
    ("tools.md", tools),
    ("errors.md", errors),
    ("configuration.md", configuration::page),
    ("elements.md", elements::page),
    ("rules.md", scorm_lint::rules_md),
];

/// The generated files: name below `docs/` and content.
pub fn files() -> Vec<(&'static str, String)> {
    FILES.map(|(name, make)| (name, make())).into()
}

/// One of them; the others are not made for it.
pub fn file(name: &str) -> Option<String> {
    let (_, make) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(make())
}

/// The guide to rehearsals.
pub const REHEARSAL_GUIDE: &str = include_str!("../../../docs/rehearsal-guide.md");

/// What the page on the data models says of one element.
pub fn element(name: &str) -> Option<String> {
    elements::element(name)
}

/// The JSON Schema of rehearsals.
pub fn rehearsal_schema() -> String {
    format!("{:#}\n", *greenroom_stage::rehearsal::reading::SCHEMA)
}

/// The examples of the guide: id and text.
pub fn rehearsal_examples() -> Vec<(&'static str, &'static str)> {
    let blocks = REHEARSAL_GUIDE.split("```yaml\n").skip(1);
    blocks
        .filter_map(|block| {
            let (text, _) = block.split_once("```")?;
            let id = text.lines().find_map(|line| line.strip_prefix("id: "))?;
            Some((id, text))
        })
        .collect()
}

/// The parameters and errors of a tool as text for a terminal.
pub fn parameters(tool: &dyn ErasedTool) -> String {
    let schema = Value::Object(tool.input_schema());
    let mut lines = vec!["Parameters (members of JSON):".to_owned()];
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let description = property["description"].as_str().unwrap_or_default();
        let (kind, rule) = (kind_of(property), rule_of(name, property, &schema));
        lines.push(format!("  {name}: {kind}{rule}\n          {description}"));
    }
    let errors = error_names(tool);
    if !errors.is_empty() {
        lines.push(format!("\nErrors: {}", errors.join(", ")));
    }
    lines.join("\n")
}

fn tools() -> String {
    let mut page = format!(
        "{DO_NOT_EDIT}# Tools\n\n\
         Every tool can also answer MCP_INVALID_PARAMS and UNKNOWN_ERROR; see [errors](errors.md).\n\
         `name*` is required, `key?` may be absent. `--tools` offers only some sets, such as\n\
         `--tools open,play,dom`: `core` is a selection, `scorm`, `ui` and `dialog` are families, and\n\
         every tool is in one of these groups:\n\n{}\n\
         | Tool | |\n|---|---|\n",
        groups()
    );
    for tool in TOOLS {
        let description = tool.description();
        let first_line = description.lines().next().unwrap_or_default();
        let _infallible = writeln!(page, "| [`{0}`](#{0}) | {1} |", tool.name(), first_line);
    }
    for tool in TOOLS {
        page.push_str(&section(*tool));
    }
    page
}

/// Every group with its tools.
fn groups() -> String {
    let mut table = "| Group | Tools |\n|---|---|\n".to_owned();
    for (group, purpose) in GROUPS {
        let names = TOOLS.iter().map(|tool| tool.name());
        let names: Vec<String> = names
            .filter(|name| group_of(name) == *group)
            .map(|name| format!("`{name}`"))
            .collect();
        let _infallible = writeln!(table, "| `{group}` ({purpose}) | {} |", names.join(" "));
    }
    table
}

/// What the page on a tool says, for readers who want only that one.
pub fn tool(name: &str) -> Option<String> {
    let tool = TOOLS.iter().find(|tool| tool.name() == name)?;
    Some(section(*tool))
}

fn section(tool: &dyn ErasedTool) -> String {
    let name = tool.name();
    let effect = match tool.effect() {
        Effect::ReadOnly => "reads only",
        Effect::Writes => "writes",
        Effect::WritesIdempotent => "writes, idempotent",
        Effect::Destructive => "destructive",
    };
    let mut marks = vec![effect];
    marks.extend(tool.open_world().then_some("may reach the web"));
    marks.push(group_of(name));
    marks.extend(tool.core().then_some("core"));
    let mut text = format!(
        "\n## {name}\n\n{}\n\n{} · [source](../crates/greenroom-tools/src/{})\n",
        tool.description().replace('\n', "\n\n"),
        marks.join(" · "),
        file_of(name),
    );
    let schema = Value::Object(tool.input_schema());
    let parameters: Vec<String> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, property)| {
            let star = if is_required(name, &schema) { "*" } else { "" };
            let description = property["description"].as_str().unwrap_or_default();
            format!(
                "| `{name}{star}` | {} | {} |\n",
                cell(&kind_and_default(property)),
                cell(description)
            )
        })
        .collect();
    if !parameters.is_empty() {
        text.push_str("\n| Parameter | Type | |\n|---|---|---|\n");
        text.push_str(&parameters.concat());
        text.push_str(&nested::tables(&schema));
    }
    let output = Value::Object(tool.output_schema());
    let _infallible = write!(text, "\n`data`: `{}`\n", shape_of(&output));
    let errors = error_names(tool);
    if !errors.is_empty() {
        let _infallible = write!(text, "\nErrors: {}\n", errors.join(", "));
    }
    text
}

fn errors() -> String {
    let mut page = format!(
        "{DO_NOT_EDIT}# Errors\n\n\
         A failed call is a JSON-RPC error; `data.error_code` holds the code, and `message` starts with it.\n\
         The command line prints `error[CODE]` and ends with the exit code.\n\n\
         | Code | JSON-RPC | Exit | When | Next step |\n|---|---|---|---|---|\n"
    );
    for code in ErrorCode::ALL {
        let _infallible = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} |",
            code.as_str(),
            code.rpc_code(),
            code.exit_code(),
            cell(code.doc()),
            cell(code.hint()),
        );
    }
    page
}

fn error_names(tool: &dyn ErasedTool) -> Vec<&'static str> {
    let busy = tool.acts() && family_of(tool.name()) == "scorm";
    let busy = busy.then_some(ErrorCode::SessionBusy);
    let codes = tool.errors().iter().copied().chain(busy);
    codes.map(ErrorCode::as_str).collect()
}

/// Text that fits into one cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}

/// A schema's type in short: `str`, `int[]`, `a/b/c`.
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
    match &schema["type"] {
        Value::String(name) => kind_named(name, schema),
        Value::Array(names) => {
            let kinds = names
                .iter()
                .filter_map(Value::as_str)
                .map(|name| kind_named(name, schema));
            kinds.collect::<Vec<_>>().join("/")
        }
        _ => "any".to_owned(),
    }
}

fn kind_named(name: &str, schema: &Value) -> String {
    match name {
        "string" => "str".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "num".to_owned(),
        "boolean" => "bool".to_owned(),
        "object" => "obj".to_owned(),
        "array" => format!("{}[]", kind_of(&schema["items"])),
        other => other.to_owned(),
    }
}

fn kind_and_default(property: &Value) -> String {
    let kind = kind_of(property);
    match property.get("default") {
        Some(default) => format!("{kind} = {default}"),
        None => kind,
    }
}

/// A schema with its members: `{a: int, b?: {c: str}[]}`.
fn shape_of(schema: &Value) -> String {
    if let Some(properties) = schema["properties"].as_object() {
        let members: Vec<String> = properties
            .iter()
            .map(|(name, property)| {
                let mark = if is_required(name, schema) { "" } else { "?" };
                format!("{name}{mark}: {}", shape_of(property))
            })
            .collect();
        return format!("{{{}}}", members.join(", "));
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(variants) = schema[key].as_array() {
            return variants.iter().map(shape_of).collect::<Vec<_>>().join("/");
        }
    }
    if schema["type"] == "array" {
        return format!("{}[]", shape_of(&schema["items"]));
    }
    if schema["type"] == "object" && schema["additionalProperties"].is_object() {
        return format!("{{…: {}}}", shape_of(&schema["additionalProperties"]));
    }
    kind_of(schema)
}

fn is_required(name: &str, schema: &Value) -> bool {
    schema["required"]
        .as_array()
        .is_some_and(|names| names.iter().any(|required| required == name))
}

/// `, required`, ` = default`, or nothing.
fn rule_of(name: &str, property: &Value, schema: &Value) -> String {
    match property.get("default") {
        _ if is_required(name, schema) => ", required".to_owned(),
        Some(default) => format!(" = {default}"),
        None => String::new(),
    }
}
