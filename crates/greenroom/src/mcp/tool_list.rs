//! The tools as `tools/list` shows them.
//!
//! The whole list lies ready as text. Made at every start from the types of all tools, it would run
//! through megabytes of code, each page of which counts as memory of the server.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use greenroom_tools::{Effect, Offered, Toolset};
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;

/// One tool per line, as `greenroom docs` writes them.
const WRITTEN: &str = include_str!("../../../../docs/tools-list.jsonl");

/// What every line begins with.
const NAME: &str = "{\"name\":\"";

/// The offered tools, in their order.
pub(super) fn of(toolset: &Toolset) -> Vec<Tool> {
    let written: HashMap<&str, &str> = WRITTEN
        .lines()
        .filter_map(|line| {
            let (name, _) = line.strip_prefix(NAME)?.split_once('"')?;
            Some((name, line))
        })
        .collect();
    let tool = |offered: &Offered| {
        let line = written.get(offered.tool.name());
        let read = line.and_then(|line| serde_json::from_str(line).ok());
        // A tool that is not in the list is new, and made from its types.
        read.unwrap_or_else(|| made(offered))
    };
    toolset.iter().map(tool).collect()
}

/// The list as a text, for the file.
pub(crate) fn text(toolset: &Toolset) -> serde_json::Result<String> {
    let mut text = String::new();
    for offered in toolset.iter() {
        text.push_str(&serde_json::to_string(&made(offered))?);
        text.push('\n');
    }
    Ok(text)
}

fn made(offered: &Offered) -> Tool {
    let tool = offered.tool;
    let schema = match offered.listed_schema() {
        Value::Object(schema) => schema,
        _ => serde_json::Map::new(),
    };
    let mut listed = Tool::new(
        tool.name(),
        Cow::Owned(tool.description()),
        Arc::new(schema),
    );
    listed.title = Some(tool.title().to_owned());
    listed.annotations = Some(annotations(tool.effect(), tool.open_world()));
    listed
}

/// What differs from the protocol's defaults (a tool writes, destroys, is not idempotent and
/// reaches the world); every conversation carries the list, so nothing is said twice.
fn annotations(effect: Effect, open_world: bool) -> ToolAnnotations {
    let mut annotations = ToolAnnotations::new();
    if effect.read_only() {
        // Of a tool that reads only, the protocol asks for no more.
        annotations = annotations.read_only(true);
    } else {
        if !effect.destructive() {
            annotations = annotations.destructive(false);
        }
        if effect.idempotent() {
            annotations = annotations.idempotent(true);
        }
    }
    if !open_world {
        annotations = annotations.open_world(false);
    }
    annotations
}

#[cfg(test)]
mod tests {
    use greenroom_tools::config::ToolsConfig;

    use super::*;

    #[test]
    fn the_written_list_is_that_of_the_registry() {
        let toolset = Toolset::select(&[], &ToolsConfig::default()).unwrap();
        assert!(
            WRITTEN == text(&toolset).unwrap(),
            "docs/tools-list.jsonl is out of date: run `cargo run -p greenroom -- docs`"
        );
        let made: Vec<Tool> = toolset.iter().map(made).collect();
        assert_eq!(of(&toolset), made);
    }
}
