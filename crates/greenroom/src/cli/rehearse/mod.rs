//! `greenroom rehearse`: plays rehearsals and says whether everything was as stated.

mod examples;
mod output;
mod place;
mod playing;
mod recording;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use greenroom_stage::rehearsal::Scenarios;
use greenroom_store::Reach;

use self::output::Output;
use self::place::Place;
use crate::start::{StartError, StartOptions};

/// Play rehearsals: files that play a course and state what must happen
#[derive(Debug, Args)]
pub(super) struct Rehearse {
    /// Play on the engine alone, without a browser
    #[arg(long)]
    engine: bool,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Let one learner take all rehearsals, in the order of their file names
    #[arg(long, conflicts_with_all = ["jobs", "retries"])]
    one_learner: bool,
    /// Play this course (folder or zip) with its own pages, whatever the files name
    #[arg(long, value_name = "COURSE", conflicts_with = "engine")]
    course: Option<PathBuf>,
    /// Play in the profile of this LMS
    #[arg(long, value_name = "NAME", conflicts_with = "engine")]
    lms_profile: Option<String>,
    /// Only rehearsals whose id or tag fits; `*` stands for anything
    #[arg(long, value_name = "WORD")]
    only: Vec<String>,
    /// Play what failed again, at most this many times
    #[arg(long, value_name = "N", default_value_t = 0)]
    retries: u32,
    /// Play this many at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    jobs: u32,
    /// Copy pictures and sequencing traces of failures to this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Print the JSON Schema of rehearsals
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Print an example; without a name, their names
    #[arg(long, value_name = "NAME", exclusive = true, num_args = 0..=1, default_missing_value = "")]
    example: Option<String>,
    /// Play this course (folder or zip) in your own browser, and make a rehearsal of what you do
    #[arg(long, value_name = "COURSE", conflicts_with_all = ["engine", "one_learner", "course", "only", "retries", "jobs", "keep", "paths", "format"])]
    record: Option<PathBuf>,
    /// Where the recorded rehearsal goes, .json or .yaml [default: NAME-recorded.json]
    #[arg(long, value_name = "FILE", requires = "record")]
    out: Option<PathBuf>,
    /// Rehearsals (JSON or YAML), or folders of them
    #[arg(required_unless_present_any = ["schema", "example", "record"], value_name = "FILE_OR_DIR")]
    paths: Vec<PathBuf>,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, and every failure with the steps of the sequencing processes
    Text,
    /// One JSON object per rehearsal and line, a summary last
    Jsonl,
    /// JUnit XML, for build servers
    Junit,
    /// One page with pictures of the failures
    Html,
}

/// Plays what the command line names; success if everything was as stated.
pub(super) fn run(command: &Rehearse, options: &StartOptions) -> Result<ExitCode, StartError> {
    if command.schema {
        return examples::print_schema();
    }
    if let Some(name) = &command.example {
        return examples::print(name);
    }
    if let Some(course) = &command.record {
        return recording::run(course, command.out.as_deref(), options);
    }
    let place = Place::open(command, options)?;
    let scenarios = Scenarios::load_for(&command.paths, place.package(), &Reach::default());
    let mut scenarios = scenarios.map_err(|why| StartError::Unusable(why.to_string()))?;
    output::note_skipped(scenarios.skipped())?;
    scenarios.only(&command.only);
    if scenarios.wanted().is_empty() {
        let words = command.only.join(", ");
        let why = format!("no rehearsal fits --only {words}");
        return Err(StartError::Unusable(why));
    }
    if let Some(missing) = place.missing_browser() {
        super::say_failure(&missing);
        return Ok(ExitCode::from(missing.code.exit_code()));
    }
    let mut output = Output::new(command.format, scenarios.wanted().len());
    let mut told = Ok(());
    playing::play_all(command, &scenarios, &place, |report| {
        let report = scenarios.without_secrets(report);
        if told.is_ok() {
            told = output.report(&report);
        }
        if let (Some(folder), Ok(())) = (&command.keep, &told) {
            told = output::keep(folder, &report);
        }
    });
    place.close();
    told?;
    let all_passed = output.finish()?;
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
