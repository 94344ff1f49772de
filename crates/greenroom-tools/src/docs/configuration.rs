//! `docs/configuration.md`, from the types that `config.toml` is read into.

use std::fmt::Write as _;

use serde_json::Value;

use super::{DO_NOT_EDIT, cell, kind_of};
use crate::config::Config;
use crate::schema;

/// The page on `config.toml`.
pub(super) fn page() -> String {
    let mut page = format!(
        "{DO_NOT_EDIT}# Configuration\n\n\
         Settings are read once, at start, from `config.toml` in the data directory\n\
         (`GREENROOM_HOME`, else the platform's folder for user data), or from the file that\n\
         `--config` names. Without a file the defaults hold. An unknown key is an error at start\n\
         that names its line. What a call or a flag says wins over the file.\n\n\
         ```toml\n[tools]\ndisable = [\"ui_*\"]\n\n[limits]\npage_load_ms = 60000\n\n\
         [validation]\ncompliance_level = \"strict\"\n```\n"
    );
    for (group, schema) in groups() {
        let purpose = schema["description"].as_str().unwrap_or_default();
        let _infallible = write!(
            page,
            "\n## {group}\n\n{}\n\n| Key | Type | Default | |\n|---|---|---|---|\n",
            purpose.replace('\n', " ")
        );
        write_keys(&mut page, "", &schema);
    }
    page
}

/// The groups of the file with their schemas.
fn groups() -> Vec<(String, Value)> {
    let schema = schema::of_params::<Config>();
    let groups = schema.get("properties").and_then(Value::as_object);
    let groups = groups.cloned().unwrap_or_default();
    groups.into_iter().collect()
}

/// One row for every key, those of inner tables under their whole name.
fn write_keys(page: &mut String, prefix: &str, schema: &Value) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let name = format!("{prefix}{name}");
        if property["properties"].is_object() {
            write_keys(page, &format!("{name}."), property);
            continue;
        }
        let entries = &property["additionalProperties"];
        if entries["properties"].is_object() {
            write_keys(page, &format!("{name}.NAME."), entries);
            continue;
        }
        let default = match property.get("default") {
            None => String::new(),
            Some(default) => format!("`{default}`"),
        };
        let _infallible = writeln!(
            page,
            "| `{name}` | {} | {} | {} |",
            cell(&kind_of(property)),
            cell(&default),
            cell(property["description"].as_str().unwrap_or_default()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_described() {
        let page = page();
        for row in page.lines().filter(|line| line.starts_with("| `")) {
            assert!(!row.ends_with("|  |"), "not described: {row}");
        }
        for key in [
            "`disable`",
            "`page_load_ms`",
            "`thresholds.load_ms`",
            "`profiles.NAME.title`",
        ] {
            assert!(page.contains(key), "{key} is missing");
        }
    }
}
