//! `greenroom explore COURSE`: plays a course by itself and judges it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
pub(super) const TOOL: &str = "scorm_explore_course";

/// Play a course by itself: can a learner complete it, pass it, fail it, resume it?
///
/// Exit codes: 0 if it completes and nothing is an error, 1 if not, 2 for wrong use.
#[derive(Debug, Args)]
pub(super) struct Explore {
    /// Course folder or zip
    course: PathBuf,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Begin no act after this many seconds
    #[arg(long, value_name = "N", default_value_t = 120)]
    max_seconds: u64,
    /// Do at most this many acts
    #[arg(long, value_name = "N", default_value_t = 2000)]
    max_acts: u64,
    /// Seed of the choices: the same seed does the same acts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
    /// Go on with an exploration of this course that was broken off
    #[arg(long)]
    resume: bool,
    /// Size of the frame
    #[arg(long, value_name = "WxH", value_parser = size)]
    viewport: Option<(u32, u32)>,
    /// LMS to play in
    #[arg(long, value_name = "NAME")]
    lms_profile: Option<String>,
}

/// A text that is not a size.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("give width and height as in 1024x768")]
struct NotASize;

fn size(text: &str) -> Result<(u32, u32), NotASize> {
    let parsed = text.split_once(['x', '×']).and_then(|(width, height)| {
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    parsed.ok_or(NotASize)
}

/// Explores, prints what came of it, and says by the exit code whether it is well.
pub(super) fn run(command: &Explore, options: &StartOptions) -> Result<ExitCode, StartError> {
    let (arguments, format) = (command.arguments(), command.format);
    one_call::judge(TOOL, arguments, format, told, is_well, options)
}

pub(super) fn is_well(data: &Value) -> bool {
    data["verdict"]["completes"] == true && data["summary"]["errors"] == 0
}

impl Explore {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        put("package_path", json!(self.course));
        put("max_seconds", json!(self.max_seconds));
        put("max_acts", json!(self.max_acts));
        put("seed", json!(self.seed));
        put("resume", json!(self.resume));
        if let Some((width, height)) = self.viewport {
            put("viewport", json!({"width": width, "height": height}));
        }
        if let Some(profile) = &self.lms_profile {
            put("lms_profile", json!(profile));
        }
        arguments
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines = Vec::new();
    let verdict = &data["verdict"];
    for what in ["completes", "passes", "fails", "resumes"] {
        let word = match verdict[what].as_bool() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not decided",
        };
        lines.push(format!("{what:10} {word}"));
    }
    for why in verdict["why"].as_array().into_iter().flatten() {
        lines.push(format!("  {}", text(why)));
    }
    let share = |name: &str| {
        let share = &data["coverage"][name];
        format!("{} {}/{}", name, share["seen"], share["of"])
    };
    lines.push(format!(
        "status {}; {} states, {} pages, {} acts in {} s ({}); {}, {}, {}",
        text(&data["status"]),
        data["states"],
        data["pages"],
        data["acts"],
        data["seconds"],
        text(&data["stopped_by"]),
        share("activities"),
        share("slides"),
        share("files"),
    ));
    for finding in data["findings"].as_array().into_iter().flatten() {
        lines.push(format!(
            "{}[{}] {} (on {:?})",
            text(&finding["severity"]),
            text(&finding["kind"]),
            text(&finding["message"]),
            text(&finding["page"])
        ));
    }
    lines.push(format!("report: {}", text(&data["report_path"])));
    for rehearsal in data["rehearsals"].as_array().into_iter().flatten() {
        lines.push(format!("rehearsal: {}", text(&rehearsal["path"])));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(size("1024x768"), Ok((1024, 768)));
        assert!(size("1024").is_err());
    }
}
