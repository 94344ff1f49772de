//! `greenroom rehearse`: plays rehearsals and tells whether everything was as stated.

mod output;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use greenroom_stage::rehearsal::{self, Scenarios};
use greenroom_tools::{App, ToolError};
use output::Output;
use scorm_session::Learner;
use scorm_session::rehearsal::Report;
use tokio::runtime::Runtime;

use crate::logging;
use crate::start::{self, StartError, StartOptions};

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
    /// Play this course (folder or zip) with its own pages, whatever the files name
    #[arg(long, value_name = "COURSE", conflicts_with = "engine")]
    course: Option<PathBuf>,
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

/// Where rehearsals are played.
enum Place {
    Engine,
    Browser {
        app: Arc<App>,
        runtime: Runtime,
        /// The folder of a course that is played with its own pages.
        package: Option<PathBuf>,
    },
}

/// Plays what the command line names; success if everything was as stated.
pub(super) fn run(command: &Rehearse, options: &StartOptions) -> Result<ExitCode, StartError> {
    let place = Place::open(command, options)?;
    let scenarios = Scenarios::load_for(&command.paths, place.package());
    let scenarios = scenarios.map_err(StartError::Unusable)?;
    output::tell_skipped(scenarios.skipped())?;
    if let Some(missing) = place.missing_browser() {
        super::say_failure(&missing);
        return Ok(ExitCode::from(missing.code.exit_code()));
    }
    let mut output = Output::new(command.format, scenarios.wanted().len());
    let mut learners = BTreeMap::new();
    for wanted in scenarios.wanted() {
        let report = match wanted {
            Err(unreadable) => Report::not_played(&unreadable.id, &unreadable.fault),
            Ok(id) if command.one_learner => place.play(&scenarios, id, &mut learners),
            Ok(id) => {
                let mut fresh = BTreeMap::new();
                for required in scenarios.required_by(id) {
                    place.play(&scenarios, required, &mut fresh);
                }
                place.play(&scenarios, id, &mut fresh)
            }
        };
        output.tell(&report)?;
    }
    place.close();
    let all_passed = output.finish()?;
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Place {
    fn open(command: &Rehearse, options: &StartOptions) -> Result<Self, StartError> {
        if command.engine {
            return Ok(Self::Engine);
        }
        let app = start::app(options)?;
        logging::start_command(&app);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let package = match &command.course {
            Some(course) => {
                let _inside = runtime.enter();
                let opened = rehearsal::open_package(app.runtimes().sessions(), course);
                Some(opened.map_err(StartError::Unusable)?)
            }
            None => None,
        };
        Ok(Self::Browser {
            app,
            runtime,
            package,
        })
    }

    /// Why nothing at all could be played.
    fn missing_browser(&self) -> Option<ToolError> {
        match self {
            Self::Engine => None,
            Self::Browser { app, .. } => app.missing_browser(),
        }
    }

    fn package(&self) -> Option<&Path> {
        match self {
            Self::Engine => None,
            Self::Browser { package, .. } => package.as_deref(),
        }
    }

    /// Plays one rehearsal with its learner.
    fn play(
        &self,
        scenarios: &Scenarios,
        id: &str,
        learners: &mut BTreeMap<u32, Learner>,
    ) -> Report {
        let case = scenarios.case(id);
        let number = case.rehearsal.learner;
        let learner = learners
            .entry(number)
            .or_insert_with(|| rehearsal::learner(number));
        match self {
            Self::Engine => rehearsal::play_on_engine(case, learner),
            Self::Browser {
                app,
                runtime,
                package,
            } => {
                let played =
                    rehearsal::play_in_browser(app.runtimes(), case, learner, package.clone());
                runtime.block_on(played)
            }
        }
    }

    fn close(self) {
        if let Self::Browser { app, runtime, .. } = self {
            runtime.block_on(app.close());
        }
    }
}
