//! Facts about every tool in `TOOLS`.

use std::collections::BTreeSet;
use std::path::Path;

use greenroom_tools::config::ToolsConfig;
use greenroom_tools::registry::{GROUPS, family_of, file_of, group_of};
use greenroom_tools::{ErrorCode, TOOLS, Toolset};
use serde_json::Value;

/// Characters of a description.
const DESCRIPTION_BUDGET: usize = 400;

#[test]
fn names_are_unique_sorted_and_short() {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name()).collect();
    assert!(names.is_sorted(), "TOOLS is sorted by name");
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "names are unique"
    );
    for name in names {
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        // Hosts put `mcp__greenroom__` before it and cut at 64.
        assert!(plain && name.len() <= 48, "{name}");
    }
}

#[test]
fn every_tool_lies_in_the_file_of_its_name() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = BTreeSet::new();
    for tool in TOOLS {
        let file = source.join(file_of(tool.name()));
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let header = format!("//! `{}`", tool.name());
        assert!(text.starts_with(&header), "{file:?} begins with {header}");
        files.insert(file);
    }
    for family in TOOLS
        .iter()
        .map(|tool| family_of(tool.name()))
        .collect::<BTreeSet<_>>()
    {
        for file in rust_files(&source.join(family)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let holds_tool = text.contains("impl Tool for");
            assert!(
                !holds_tool || files.contains(&file),
                "{file:?} holds a tool that is not in TOOLS"
            );
        }
    }
}

/// The module with a tool's scenarios below `crates/greenroom/tests`, by its name alone.
///
/// As [`file_of`], but tools that share a folder share a module, since a scenario plays them
/// together: `scorm_nav_choice` is in `scenarios/scorm/nav.rs` or in a file of that folder.
fn scenario_of(name: &str) -> String {
    let file = file_of(name);
    let path = file.trim_end_matches(".rs");
    let (family, rest) = path.split_once('/').unwrap_or(("", path));
    let module = rest.split('/').next().unwrap_or(rest);
    match family {
        "ui" => format!("ui/{module}"),
        "dialog" => format!("dialogs/{module}"),
        _ => format!("scenarios/{family}/{module}"),
    }
}

#[test]
fn every_tool_has_a_scenario_where_its_name_says() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../greenroom/tests");
    let mut missing = Vec::new();
    for tool in TOOLS {
        let module = tests.join(scenario_of(tool.name()));
        let mut files = vec![module.with_extension("rs")];
        if module.is_dir() {
            files.extend(rust_files(&module));
        }
        let calls_it = |file: &std::path::PathBuf| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.contains("#[test]") && text.contains(&format!("\"{}\"", tool.name()))
        };
        if !files.iter().any(calls_it) {
            missing.push(format!(
                "{}: no test in crates/greenroom/tests/{} calls it",
                tool.name(),
                scenario_of(tool.name())
            ));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_scenario_follows_from_the_name() {
    for (name, module) in [
        ("scorm_nav_choice", "scenarios/scorm/nav"),
        (
            "scorm_navigate_to_slide",
            "scenarios/scorm/navigate_to_slide",
        ),
        ("scorm_session_open", "scenarios/scorm/session"),
        ("system_health", "scenarios/system/health"),
        ("ui_run", "ui/run"),
        ("confirm", "dialogs/confirm"),
        ("dialog_result", "dialogs/result"),
    ] {
        assert_eq!(scenario_of(name), module);
    }
}

#[test]
fn everything_is_documented() {
    for tool in TOOLS {
        let name = tool.name();
        let description = tool.description();
        let mut lines = description.lines();
        let first = lines.next().unwrap_or_default();
        assert!(
            first.len() > 5 && !first.ends_with('.'),
            "{name}: first line: {first:?}"
        );
        assert!(
            lines.next().is_some(),
            "{name}: a second paragraph says what it needs and returns"
        );
        let length = description.chars().count();
        assert!(
            length <= DESCRIPTION_BUDGET,
            "{name}: description has {length} characters"
        );
        assert!(
            !tool.title().is_empty() && tool.title().len() <= 40,
            "{name}: title"
        );
        let schema = Value::Object(tool.input_schema());
        for (parameter, property) in schema["properties"].as_object().unwrap() {
            assert!(
                property["description"].is_string(),
                "{name}.{parameter} is not documented"
            );
        }
    }
}

#[test]
fn schemas_are_plain_for_every_host() {
    for tool in TOOLS {
        let schema = Value::Object(tool.input_schema());
        assert_eq!(schema["type"], "object", "{}", tool.name());
        if tool.name() != "scorm_echo" {
            assert_eq!(
                schema["additionalProperties"],
                false,
                "{} refuses unknown names",
                tool.name()
            );
        }
        check_plain(tool.name(), &schema);
    }
}

fn check_plain(place: &str, schema: &Value) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                assert!(
                    !["$ref", "$schema", "$defs", "allOf"].contains(&key.as_str()),
                    "{place}: {key}"
                );
                assert!(
                    key != "type" || value.is_string() || value.is_object(),
                    "{place}: {value}"
                );
                assert!(
                    key != "default" || !value.is_null(),
                    "{place}: default null"
                );
                check_plain(&format!("{place}.{key}"), value);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_plain(place, item)),
        _ => {}
    }
}

#[test]
fn declared_errors_are_the_tools_own() {
    for tool in TOOLS {
        let errors: BTreeSet<&str> = tool.errors().iter().map(|code| code.as_str()).collect();
        assert_eq!(
            errors.len(),
            tool.errors().len(),
            "{}: an error is listed twice",
            tool.name()
        );
        for common in [ErrorCode::InvalidParams, ErrorCode::UnknownError] {
            assert!(
                !errors.contains(common.as_str()),
                "{}: every tool has {common:?}",
                tool.name()
            );
        }
    }
}

#[test]
fn every_tool_is_in_one_group() {
    let names: Vec<&str> = GROUPS.iter().map(|(group, _)| *group).collect();
    for tool in TOOLS {
        let name = tool.name();
        assert!(names.contains(&group_of(name)), "{name}");
        let offering = names.iter().filter(|group| {
            let only = Toolset::select(&[(**group).to_owned()], &ToolsConfig::default()).unwrap();
            only.find(name).is_ok()
        });
        let offering = offering.count();
        // The tools on the server itself come with every set.
        let is_system = family_of(name) == "system";
        assert!(offering == 1 || is_system, "{name} is in {offering} groups");
    }
    for group in names {
        let count = TOOLS
            .iter()
            .filter(|tool| group_of(tool.name()) == group)
            .count();
        assert!((1..=30).contains(&count), "{group} has {count} tools");
    }
    let unknown = Toolset::select(&["dom2".to_owned()], &ToolsConfig::default()).unwrap_err();
    assert!(unknown.to_string().contains("automation"), "{unknown}");
}

#[test]
fn calls_in_texts_name_tools_and_their_parameters() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for file in rust_files(&source) {
        let text = std::fs::read_to_string(&file).unwrap();
        for tool in TOOLS {
            for (start, _) in text.match_indices(&format!("{} {{", tool.name())) {
                let rest =
                    text[start + tool.name().len()..].trim_start_matches([' ', '{', '\\', '"']);
                let parameter: String = rest
                    .chars()
                    .take_while(|it| it.is_ascii_alphanumeric() || *it == '_')
                    .collect();
                // `{}` stands for arguments that are made when the text is.
                if parameter.is_empty() {
                    continue;
                }
                let schema = Value::Object(tool.input_schema());
                let is_known = schema["properties"].get(&parameter).is_some();
                assert!(
                    is_known,
                    "{file:?}: {} has no parameter {parameter}",
                    tool.name()
                );
                seen += 1;
            }
        }
    }
    assert!(seen >= 3, "{seen} calls in texts");
}

#[test]
fn the_core_set_is_for_clients_with_a_limit() {
    let core = Toolset::select(&["core".to_owned()], &ToolsConfig::default()).unwrap();
    let count = core.iter().count();
    assert!((1..=40).contains(&count), "{count} core tools");
}

#[test]
fn generated_pages_are_up_to_date() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (name, text) in greenroom_tools::docs::files() {
        let committed = std::fs::read_to_string(docs.join(name)).unwrap_or_default();
        assert!(
            committed == text,
            "docs/{name} is out of date: run `cargo run -p greenroom -- docs`"
        );
    }
}

fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
