//! `greenroom exits COURSE`: leaves a course in every way a learner leaves it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_test_exits";

/// Leave a course in every way a learner leaves it: what is kept, what is lost?
///
/// Exit codes: 0 if nothing is lost, 1 if something is, 2 for wrong use.
#[derive(Debug, Args)]
pub(super) struct Exits {
    /// Course folder or zip
    course: PathBuf,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When to leave; middle if not given
    #[arg(long, value_enum, value_delimiter = ',', value_name = "MOMENT")]
    moment: Vec<Moment>,
    /// Ways of leaving, by name; all if not given
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    way: Vec<String>,
    /// LMS profiles; standard if not given
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    lms: Vec<String>,
    /// Leave where this rehearsal ends
    #[arg(long, value_name = "FILE")]
    rehearsal: Option<PathBuf>,
}

/// When to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moment {
    /// The first page has come to rest
    Start,
    /// On a later page
    Middle,
    /// Completed, or on the last page
    End,
}

/// Leaves, prints what came of it, and says by the exit code whether something was lost.
pub(super) fn run(command: &Exits, options: &StartOptions) -> Result<ExitCode, StartError> {
    let (arguments, format) = (command.arguments(), command.format);
    one_call::judge(TOOL, arguments, format, told, is_well, options)
}

fn is_well(data: &Value) -> bool {
    let summary = &data["summary"];
    summary["lost"] == 0 && summary["partly_lost"] == 0
}

impl Exits {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        put("package_path", json!(self.course));
        let name = |moment: &Moment| match moment {
            Moment::Start => "start",
            Moment::Middle => "middle",
            Moment::End => "end",
        };
        put("moments", self.moment.iter().map(name).collect());
        put("ways", json!(self.way));
        put("lms_profiles", json!(self.lms));
        if let Some(rehearsal) = &self.rehearsal {
            put("rehearsal", json!(rehearsal));
        }
        arguments
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| {
        let items = value.as_array().into_iter().flatten();
        items.map(text).collect::<Vec<_>>().join(", ")
    };
    let mut lines = Vec::new();
    for row in data["matrix"].as_array().into_iter().flatten() {
        lines.push(format!(
            "{:12} {:9} {:23} {:14} {}",
            text(&row["lms"]),
            text(&row["moment"]),
            text(&row["way"]),
            text(&row["verdict"]),
            text(&row["on_return"]),
        ));
        if row["lost"].as_array().is_some_and(|lost| !lost.is_empty()) {
            lines.push(format!("{:47}lost: {}", "", list(&row["lost"])));
        }
    }
    let summary = &data["summary"];
    lines.push(format!(
        "{} kept, {} partly lost, {} lost, {} do not apply; {} s",
        summary["kept"],
        summary["partly_lost"],
        summary["lost"],
        summary["not_applicable"],
        data["seconds"]
    ));
    for worst in data["worst"].as_array().into_iter().flatten() {
        let line = worst["line"].as_str().map(|line| format!("{line}: "));
        lines.push(format!(
            "{}, {}: {}{}",
            text(&worst["lms"]),
            text(&worst["way"]),
            line.unwrap_or_default(),
            text(&worst["fix"])
        ));
        if let Some(reason) = worst["reason"].as_str() {
            lines.push(format!("    {reason}"));
        }
    }
    lines.push(format!("report: {}", text(&data["report_path"])));
    lines.join("\n")
}
