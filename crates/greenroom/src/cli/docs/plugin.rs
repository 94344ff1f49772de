//! The plugin for coding agents: the guide for agents as a skill, the prompts as commands.

use std::fmt::Write as _;

use greenroom_tools::VERSION;
use serde_json::json;

use crate::mcp::{TASKS, Task};

const AGENTS: &str = include_str!("../../../../../docs/agents.md");

const DESCRIPTION: &str = "Check, play, debug, test and build SCORM 1.2 and 2004 courses with Greenroom. Use it when a \
                           task is about SCORM, e-learning packages, imsmanifest.xml, cmi data, sequencing or an LMS.";

/// The files of the plugin: path below its folder, and content.
pub(super) fn files() -> Vec<(String, String)> {
    let about = json!({
        "name": "greenroom",
        "version": VERSION,
        "description": "SCORM courses: checked, played and debugged in a real browser",
    });
    let server = json!({"mcpServers": {"greenroom": {"command": "greenroom", "args": ["--mcp"]}}});
    let mut files = vec![
        (
            ".claude-plugin/plugin.json".to_owned(),
            format!("{about:#}\n"),
        ),
        (".mcp.json".to_owned(), format!("{server:#}\n")),
        ("skills/greenroom/SKILL.md".to_owned(), skill()),
    ];
    for task in &TASKS {
        files.push((format!("commands/{}.md", task.name), command(task)));
    }
    files
}

/// The guide for agents without what only its readers on the web need.
fn skill() -> String {
    let body = AGENTS.find("## ").map_or("", |start| &AGENTS[start..]);
    let body = body.split("\n## Prompts").next().unwrap_or_default();
    let body = body.replace("```calls", "```").replace(
        "([errors.md](errors.md))",
        "(resource `greenroom://errors`)",
    );
    format!("---\nname: greenroom\ndescription: {DESCRIPTION}\n---\n\n# Greenroom\n\n{body}")
}

fn command(task: &Task) -> String {
    let mut hint = String::new();
    for argument in task.arguments {
        let _infallible = write!(hint, "[{}] ", argument.name);
    }
    let mut place = 0;
    let text = task.told(|_| {
        place += 1;
        Some(format!("${place}"))
    });
    let text = text.unwrap_or_default();
    let (description, hint) = (task.description, hint.trim_end());
    format!("---\ndescription: {description}\nargument-hint: \"{hint}\"\n---\n\n{text}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use greenroom_tools::Toolset;
    use greenroom_tools::config::ToolsConfig;

    use super::*;

    #[test]
    fn the_plugin_is_up_to_date() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugin");
        for (path, text) in files() {
            let written = std::fs::read_to_string(folder.join(&path)).unwrap_or_default();
            assert!(
                written == text,
                "plugin/{path} is out of date: run `cargo run -p greenroom -- docs`"
            );
        }
    }

    #[test]
    fn the_guide_for_agents_names_tools_that_exist() {
        let toolset = Toolset::select(&[], &ToolsConfig::default()).unwrap();
        let is_part = |character: char| character.is_ascii_lowercase() || character == '_';
        let words = AGENTS.split(|character| !is_part(character));
        let names = words.filter(|word| word.starts_with("scorm_") && !word.ends_with('_'));
        let mut count = 0;
        for name in names {
            assert!(toolset.find(name).is_ok(), "{name}");
            count += 1;
        }
        assert!(count > 30, "{count}");
    }
}
