//! `greenroom rehearse`: plays rehearsals and tells whether everything was as stated.

mod output;
mod scenarios;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use scorm_session::rehearsal::{self, Failure, Report};
use scorm_session::{Learner, Options};

use crate::start::StartError;
use output::Output;
use scenarios::{Scenarios, Unreadable};

/// Play rehearsals: files that play a course and state what must happen
#[derive(Debug, Args)]
pub(super) struct Rehearse {
    /// Play on the engine alone, without a browser
    #[arg(long)]
    engine: bool,
    /// How to tell the results
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Let one learner take all rehearsals, in the order of their file names
    #[arg(long)]
    one_learner: bool,
    /// Rehearsals (JSON or YAML), or folders of them
    #[arg(required = true, value_name = "FILE_OR_DIR")]
    paths: Vec<PathBuf>,
}

/// How results are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, and every failure with the steps of the sequencing processes
    Text,
    /// One JSON object per rehearsal and line, a summary last
    Jsonl,
}

/// Plays what the command line names; success if everything was as stated.
pub(super) fn run(command: &Rehearse) -> Result<ExitCode, StartError> {
    if !command.engine {
        return Err(StartError::Unusable(
            "rehearsals run on the engine alone for now: add --engine".to_owned(),
        ));
    }
    let scenarios = Scenarios::load(&command.paths).map_err(StartError::Unusable)?;
    let mut output = Output::new(command.format, scenarios.wanted().len());
    let mut learners = BTreeMap::new();
    for wanted in scenarios.wanted() {
        let report = match wanted {
            Err(unreadable) => not_played(unreadable),
            Ok(id) if command.one_learner => play(&scenarios, id, &mut learners),
            Ok(id) => {
                let mut fresh = BTreeMap::new();
                for required in scenarios.required_by(id) {
                    play(&scenarios, required, &mut fresh);
                }
                play(&scenarios, id, &mut fresh)
            }
        };
        output.tell(&report)?;
    }
    let all_passed = output.finish()?;
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A file that cannot be played has failed; the others are played all the same.
fn not_played(unreadable: &Unreadable) -> Report {
    Report {
        id: unreadable.id.clone(),
        passed: false,
        steps: 0,
        calls: 0,
        ui_checks: 0,
        failure: Some(Failure {
            step: 0,
            activity: String::new(),
            call: "reading the rehearsal".to_owned(),
            expected: "a rehearsal that can be played".to_owned(),
            actual: unreadable.fault.clone(),
            trace: Vec::new(),
        }),
    }
}

/// Plays one rehearsal with its learner. One that fails is played once more with the trace on,
/// from where that learner stood before.
fn play(scenarios: &Scenarios, id: &str, learners: &mut BTreeMap<u32, Learner>) -> Report {
    let case = scenarios.case(id);
    let number = case.rehearsal.learner;
    let learner = learners
        .entry(number)
        .or_insert_with(|| Learner::new(&format!("learner_{number}"), "Learner, Test"));
    let before = learner.clone();
    let quiet = Options {
        report_changes: false,
        ..Options::default()
    };
    let report = rehearsal::run(case, learner, &quiet);
    if report.passed {
        return report;
    }
    let mut again = before;
    rehearsal::run(
        case,
        &mut again,
        &Options {
            trace: true,
            ..quiet
        },
    )
}
