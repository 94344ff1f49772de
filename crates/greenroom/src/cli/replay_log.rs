//! `greenroom replay-log FILE`: makes the calls of a field log again and tells what is otherwise.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_replay_field_log";

/// Make the calls of a log again: SCORM Cloud, Moodle, console output, HAR, …
///
/// Exit codes: 0 if every call is answered as the log says, 1 if not, 2 for wrong use.
#[derive(Debug, Args)]
pub(super) struct ReplayLog {
    /// What support was sent: a log as text, HTML, XML, JSON or HAR
    file: PathBuf,
    /// Course folder or zip; without it, a course with one SCO is made up
    #[arg(long, value_name = "COURSE")]
    course: Option<PathBuf>,
    /// LMS whose limits apply
    #[arg(long, value_name = "PROFILE")]
    lms: Option<String>,
    /// Write the rehearsal here, .yaml or .json
    #[arg(long, value_name = "OUT")]
    rehearsal: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Replays, prints what came of it, and says by the exit code whether it is the same.
pub(super) fn run(command: &ReplayLog, options: &StartOptions) -> Result<ExitCode, StartError> {
    let (arguments, format) = (command.arguments(), command.format);
    one_call::judge(TOOL, arguments, format, told, is_well, options)
}

fn is_well(data: &Value) -> bool {
    data["first_difference"].is_null()
}

impl ReplayLog {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        arguments.insert("log_path".to_owned(), json!(self.file));
        for (key, value) in [
            ("package_path", self.course.as_ref().map(|path| json!(path))),
            ("lms_profile", self.lms.as_ref().map(|name| json!(name))),
            (
                "output_path",
                self.rehearsal.as_ref().map(|path| json!(path)),
            ),
        ] {
            arguments.extend(value.map(|value| (key.to_owned(), value)));
        }
        arguments
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    let formats: Vec<String> = list(&data["formats"]).iter().map(text).collect();
    lines.push(format!(
        "{} calls made again as SCORM {} ({}), {} unknown lines",
        data["calls"],
        text(&data["scorm_version"]),
        formats.join(", "),
        data["unknown_lines"]
    ));
    for unknown in list(&data["unknown"]) {
        lines.push(format!(
            "  ? {}: {}",
            unknown["line"],
            text(&unknown["text"])
        ));
    }
    let mut differences = list(&data["more_differences"]);
    if !data["first_difference"].is_null() {
        differences.insert(0, data["first_difference"].clone());
    }
    lines.push(match differences.len() {
        0 => "every call is answered as the log says".to_owned(),
        _ => format!("{} calls are answered otherwise:", data["differing"]),
    });
    for difference in differences {
        let args: Vec<String> = list(&difference["args"])
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.push(format!(
            "  line {}: {}({})\n    log:  {}\n    here: {}",
            difference["line"],
            text(&difference["method"]),
            args.join(", "),
            answered(&difference["logged"]),
            answered(&difference["answered"])
        ));
    }
    let end = &data["end_state"];
    lines.push(format!(
        "end: {} {}, score {}, tracked {}",
        text(&end["completion"]),
        text(&end["success"]),
        end["score"],
        end["tracked"]
    ));
    for note in list(&data["notes"]) {
        lines.push(format!("note: {}", text(&note)));
    }
    lines.push(format!("rehearsal: {}", text(&data["rehearsal_path"])));
    lines.join("\n")
}

fn answered(answer: &Value) -> String {
    match (&answer["result"], answer["error"].as_str()) {
        (Value::Null, None) => "nothing".to_owned(),
        (Value::Null, Some(error)) => format!("error {error}"),
        (result, None) => result.to_string(),
        (result, Some(error)) => format!("{result}, error {error}"),
    }
}
