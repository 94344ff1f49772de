//! `greenroom diff OLD NEW`: what changed for learners, and whether one in the middle can go on.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_compare_packages";

/// Compare two versions of a course: what changed for learners, can one in the middle go on?
///
/// Exit codes: 0 if a learner comes back to the same place (or nobody tried), 1 if not, 2 for wrong use.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// The version that learners have: folder or zip
    old: PathBuf,
    /// The version that they get: folder or zip
    new: PathBuf,
    /// Leave OLD where this rehearsal ends
    #[arg(long, value_name = "FILE", conflicts_with = "saved_state")]
    rehearsal: Option<PathBuf>,
    /// Resume from this state, which was saved in OLD
    #[arg(long, value_name = "FILE")]
    saved_state: Option<PathBuf>,
    /// Compare only, without playing
    #[arg(long)]
    no_play: bool,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Compares, prints, and says by the exit code whether learners can go on.
pub(super) fn run(command: &Diff, options: &StartOptions) -> Result<ExitCode, StartError> {
    let arguments = command.arguments();
    one_call::judge(TOOL, arguments, command.format, told, is_well, options)
}

fn is_well(data: &Value) -> bool {
    data["verdict"].is_null() || data["verdict"] == "same_place"
}

impl Diff {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        put("old_path", json!(self.old));
        put("new_path", json!(self.new));
        put("no_play", json!(self.no_play));
        if let Some(rehearsal) = &self.rehearsal {
            put("rehearsal", json!(rehearsal));
        }
        if let Some(saved_state) = &self.saved_state {
            put("saved_state", json!(saved_state));
        }
        arguments
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    let more = |lines: &mut Vec<String>, shown: usize, total: &Value| {
        let total = total.as_u64().unwrap_or_default() as usize;
        if total > shown {
            lines.push(format!("  … and {} more in the report", total - shown));
        }
    };
    let changes = list(&data["changes"]);
    if !changes.is_empty() {
        lines.push("activities:".to_owned());
    }
    for change in &changes {
        let activity = change["activity"].as_str().unwrap_or("course");
        let value = |name: &str| change[name].as_str().map(ToOwned::to_owned);
        let values = match (value("old"), value("new")) {
            (Some(old), Some(new)) => format!(": {old:?} → {new:?}"),
            (Some(one), None) | (None, Some(one)) => format!(": {one:?}"),
            (None, None) => String::new(),
        };
        let what = text(&change["what"]);
        lines.push(format!(
            "  {:11} {activity}: {what}{values}",
            text(&change["about"])
        ));
    }
    more(&mut lines, changes.len(), &data["changes_total"]);
    let texts = list(&data["texts"]);
    if !texts.is_empty() {
        lines.push("texts:".to_owned());
    }
    for page in &texts {
        lines.push(format!("  {}", text(&page["path"])));
        for line in list(&page["lines"]) {
            lines.push(format!("    {}", text(&line)));
        }
    }
    more(&mut lines, texts.len(), &data["texts_total"]);
    let files = &data["files"];
    lines.push(format!(
        "files: {} added, {} removed, {} changed; {} → {} bytes",
        files["added"], files["removed"], files["changed"], files["old_bytes"], files["new_bytes"]
    ));
    for line in list(&files["largest"]) {
        lines.push(format!("  {}", text(&line)));
    }
    let findings = &data["findings"];
    for (name, total) in [("new", "new_total"), ("gone", "gone_total")] {
        lines.push(format!("findings {name}: {}", findings[total]));
        let shown = list(&findings[name]);
        for line in &shown {
            lines.push(format!("  {}", text(line)));
        }
        more(&mut lines, shown.len(), &findings[total]);
    }
    let verdict = data["verdict"].as_str().unwrap_or("not tried");
    lines.push(format!(
        "going on: {verdict}: {}",
        text(&data["verdict_why"])
    ));
    lines.push(format!("report: {}", text(&data["report_path"])));
    lines.join("\n")
}
