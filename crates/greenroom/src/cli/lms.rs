//! `greenroom lms COURSE`: plays a course in LMSs and tells in which of them it works.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
pub(super) const TOOL: &str = "scorm_assess_lms";

/// The fields of an answer, and the heads of their columns.
const QUESTIONS: [(&str, &str); 6] = [
    ("imports", "imports"),
    ("launches", "launches"),
    ("completes", "completes"),
    ("score_arrives", "score"),
    ("exits_keep_data", "exits"),
    ("resumes", "resumes"),
];

/// Play a course in LMSs: in which of them does it work, and why not in the others?
///
/// Exit codes: 0 if it works in all of them, 1 if not, 2 for wrong use.
#[derive(Debug, Args)]
pub(super) struct Lms {
    /// Course folder or zip
    course: PathBuf,
    /// Profiles, by name; those that were measured if not given
    #[arg(long = "lms", value_delimiter = ',', value_name = "NAME")]
    names: Vec<String>,
    /// Rehearsal that completes the course; a way is searched for if not given
    #[arg(long, value_name = "FILE")]
    rehearsal: Option<PathBuf>,
    /// Ways of leaving, by name; six if not given
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    ways: Vec<String>,
    /// No LMS is begun after this time; 100 s for each if not given
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    max_seconds: Option<u64>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Plays, prints what came of it, and says by the exit code whether it works everywhere.
pub(super) fn run(command: &Lms, options: &StartOptions) -> Result<ExitCode, StartError> {
    let (arguments, format) = (command.arguments(), command.format);
    one_call::judge(TOOL, arguments, format, told, is_well, options)
}

pub(super) fn is_well(data: &Value) -> bool {
    let lms = data["lms"].as_array();
    lms.is_some_and(|lms| lms.iter().all(|one| one["verdict"] == "works"))
}

impl Lms {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        put("package_path", json!(self.course));
        put("lms", json!(self.names));
        put("ways", json!(self.ways));
        if let Some(rehearsal) = &self.rehearsal {
            put("rehearsal", json!(rehearsal));
        }
        if let Some(seconds) = self.max_seconds {
            put("max_seconds", json!(seconds));
        }
        arguments
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let heads = QUESTIONS.map(|(_, head)| head.to_owned());
    let mut lines = vec![row("LMS", "verdict", &heads)];
    let lms = all(&data["lms"]);
    let word = |one: &Value, field: &str| text(&one[field]).replace('_', " ");
    for one in &lms {
        let words = QUESTIONS.map(|(field, _)| word(one, field));
        lines.push(row(&text(&one["name"]), &word(one, "verdict"), &words));
    }
    for one in &lms {
        let details = QUESTIONS.iter().filter_map(|(field, head)| {
            let detail = one["details"][field].as_str()?;
            Some(format!("{head} {} ({detail})", word(one, field)))
        });
        let details: Vec<String> = details.collect();
        if !details.is_empty() {
            lines.push(format!("{}: {}", text(&one["name"]), details.join(", ")));
        }
        for reason in all(&one["reasons"]) {
            let at = reason["at"].as_str().map(|at| format!(" ({at})"));
            let none = if reason["fix"] == "none" {
                "; not to be mended in the course"
            } else {
                ""
            };
            lines.push(format!(
                "{}: {}{}{none}",
                text(&one["name"]),
                text(&reason["text"]),
                at.unwrap_or_default()
            ));
        }
    }
    let changes = all(&data["changes"]);
    if !changes.is_empty() {
        lines.push("what to change:".to_owned());
    }
    for (number, change) in changes.iter().enumerate() {
        let at = change["at"].as_str().map(|at| format!("{at}: "));
        let helps: Vec<String> = all(&change["helps"]).iter().map(text).collect();
        lines.push(format!(
            "{}. {}{} (helps {})",
            number + 1,
            at.unwrap_or_default(),
            text(&change["what"]),
            helps.join(", ")
        ));
    }
    lines.push(format!(
        "{} s; report: {}",
        data["seconds"],
        text(&data["report_path"])
    ));
    lines.join("\n")
}

fn row(name: &str, verdict: &str, fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| format!("{field:12}")).collect();
    format!("{name:16} {verdict:13} {}", fields.join(" ").trim_end())
}
