//! `greenroom profile verify FILE…`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use scorm_lms::verify::{self, FileReport};
use serde_json::{Value, json};

use super::super::{WRONG_USE, print, say_error};
use super::Format;
use crate::start::StartError;

const NOT_AT_GOAL: u8 = 1;

/// What became of the files.
#[derive(Default)]
struct Sum {
    files: usize,
    at_goal: usize,
    calls: usize,
    same: usize,
    unread: usize,
}

/// Replays the files, and says of each how faithful its profile is.
pub(super) fn run(paths: &[PathBuf], format: Format) -> Result<ExitCode, StartError> {
    let mut sum = Sum::default();
    for path in paths.iter().flat_map(|path| files_of(path)) {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy();
        match replay(&path, &name) {
            Ok(Some(report)) => {
                sum.add(&report);
                print(shown(&report, format))?;
            }
            Ok(None) => {
                if format == Format::Jsonl {
                    print(json!({"file": name, "skipped": "holds no call sequences"}))?;
                } else {
                    print(format_args!("{name}: skipped, holds no call sequences"))?;
                }
            }
            Err(reason) => {
                sum.unread += 1;
                if format == Format::Jsonl {
                    print(json!({"file": name, "error": reason}))?;
                }
                say_error(&format!("{}: {reason}", path.display()));
            }
        }
    }
    print(sum.shown(format))?;
    Ok(match sum {
        Sum { unread, .. } if unread > 0 => ExitCode::from(WRONG_USE),
        Sum { files, at_goal, .. } if files != at_goal || files == 0 => ExitCode::from(NOT_AT_GOAL),
        _ => ExitCode::SUCCESS,
    })
}

impl Sum {
    fn add(&mut self, report: &FileReport) {
        self.files += 1;
        self.at_goal += usize::from(report.at_goal());
        self.calls += report.calls;
        self.same += report.same;
    }

    fn shown(&self, format: Format) -> String {
        if format == Format::Jsonl {
            let summary = json!({
                "files": self.files,
                "at_goal": self.at_goal,
                "calls": self.calls,
                "same": self.same,
            });
            return json!({ "summary": summary }).to_string();
        }
        format!(
            "{} of {} files at their goal, {} of {} calls the same",
            self.at_goal, self.files, self.same, self.calls
        )
    }
}

/// A file itself, or the JSON files of a folder.
fn files_of(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else {
        return vec![path.to_owned()];
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

/// The report of a file; none if it holds something else than sequences.
fn replay(path: &Path, name: &str) -> Result<Option<FileReport>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let is_other = serde_json::from_str::<Value>(&text)
        .is_ok_and(|value| value.is_object() && value.get("sequences").is_none());
    if is_other {
        return Ok(None);
    }
    verify::file(name, &text).map(Some)
}

fn shown(report: &FileReport, format: Format) -> String {
    if format == Format::Jsonl {
        return json!({
            "file": report.file,
            "lms": report.lms,
            "scorm": report.scorm,
            "profile": report.profile,
            "calls": report.calls,
            "same": report.same,
            "sequences": report.sequences,
            "sequences_same": report.sequences_same,
            "at_goal": report.at_goal(),
            "differences": report.differences,
        })
        .to_string();
    }
    let goal = if report.at_goal() {
        ""
    } else {
        ", below its goal"
    };
    let mut lines = vec![format!(
        "{}: profile {}, {} of {} calls, {} of {} sequences the same{goal}",
        report.file,
        report.profile,
        report.same,
        report.calls,
        report.sequences_same,
        report.sequences
    )];
    for difference in &report.differences {
        lines.push(format!(
            "  {} call {}: {}\n    measured {}\n    answered {}",
            difference.sequence,
            difference.call,
            difference.called,
            difference.measured,
            difference.answered
        ));
    }
    lines.join("\n")
}
