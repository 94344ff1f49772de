//! `greenroom new NAME`: begins a course from a template.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_create_course";

/// Begin a course from a template; it plays at once, and waits for your own content
#[derive(Debug, Args)]
pub(super) struct New {
    /// Folder to make
    name: PathBuf,
    /// What to begin with
    #[arg(long, value_enum, default_value_t = Template::Lesson)]
    template: Template,
    /// Version of SCORM
    #[arg(long, value_enum, default_value_t = Version::Scorm2004Fourth)]
    scorm: Version,
    /// Title of the course [default: the folder's name]
    #[arg(long)]
    title: Option<String>,
    /// Language of the course, as en, de or pt-BR
    #[arg(long, value_name = "TAG", default_value = "en")]
    language: String,
    /// JSON file with what the course says and asks (docs/outline.md)
    #[arg(long, value_name = "FILE")]
    outline: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Template {
    /// One page
    Blank,
    /// Pages in one SCO, with bookmark
    Lesson,
    /// Questions of every type: score, review, another try
    Quiz,
    /// Pretest, lessons, final test: several SCOs with sequencing (2004 only)
    Course,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Version {
    #[value(name = "1.2")]
    Scorm12,
    #[value(name = "2004_3rd")]
    Scorm2004Third,
    #[value(name = "2004_4th")]
    Scorm2004Fourth,
}

/// Makes the course, and says what to do with it.
pub(super) fn run(command: &New, options: &StartOptions) -> Result<ExitCode, StartError> {
    let arguments = command.arguments()?;
    one_call::judge(TOOL, arguments, command.format, told, |_| true, options)
}

impl New {
    fn arguments(&self) -> Result<Map<String, Value>, StartError> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        let word = |value: Option<clap::builder::PossibleValue>| {
            json!(value.map(|value| value.get_name().to_owned()))
        };
        let name = self.name.file_name().unwrap_or_default();
        let title = self.title.clone();
        let title = title.unwrap_or_else(|| name.to_string_lossy().into_owned());
        put("target_path", json!(self.name));
        put("template", word(self.template.to_possible_value()));
        put("scorm_version", word(self.scorm.to_possible_value()));
        put("title", json!(title));
        put("language", json!(self.language));
        if let Some(path) = &self.outline {
            let unusable = |why: &dyn std::fmt::Display| {
                StartError::Unusable(format!("{}: {why}", path.display()))
            };
            let text = std::fs::read_to_string(path).map_err(|error| unusable(&error))?;
            let outline = serde_json::from_str(&text).map_err(|error| unusable(&error))?;
            put("outline", outline);
        }
        Ok(arguments)
    }
}

/// The result for people: where it is, and the next commands.
fn told(data: &Value) -> String {
    let text = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
    let (course, rehearsal) = (text("course_path"), text("rehearsal_path"));
    let count = data["files"].as_array().map_or(0, Vec::len);
    format!(
        "created {course}: {}, SCORM {}, {count} files\nnext:\n  greenroom play {course:?}\n  greenroom check {course:?}\n  greenroom rehearse {rehearsal:?}",
        text("template"),
        text("scorm_version"),
    )
}
