//! `greenroom docs`: writes the generated pages and, beside them, the plugin for coding agents.

mod plugin;

use std::path::Path;
use std::process::ExitCode;

use greenroom_tools::Toolset;
use greenroom_tools::config::ToolsConfig;

use crate::mcp;
use crate::start::StartError;

/// Writes every generated page into `directory`.
pub(super) fn run(directory: &Path) -> Result<ExitCode, StartError> {
    std::fs::create_dir_all(directory)?;
    for (name, text) in greenroom_tools::docs::files() {
        std::fs::write(directory.join(name), text)?;
    }
    let schema = greenroom_tools::docs::rehearsal_schema();
    std::fs::write(directory.join("rehearsal.schema.json"), schema)?;
    let toolset = Toolset::select(&[], &ToolsConfig::default())?;
    let list = mcp::tool_list(&toolset).map_err(std::io::Error::from)?;
    std::fs::write(directory.join("tools-list.jsonl"), list)?;
    let beside = directory.parent().unwrap_or(directory).join("plugin");
    for (path, text) in plugin::files() {
        let path = beside.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&beside))?;
        std::fs::write(path, text)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_published_rehearsal_schema_is_up_to_date() {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let committed =
            std::fs::read_to_string(docs.join("rehearsal.schema.json")).unwrap_or_default();
        assert!(
            committed == greenroom_tools::docs::rehearsal_schema(),
            "docs/rehearsal.schema.json is out of date: run `cargo run -p greenroom -- docs`"
        );
    }
}
