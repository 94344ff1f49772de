//! Where rehearsals are played: on the engine, or in the browser.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_stage::rehearsal::{self, Scenarios};
use greenroom_tools::{App, ToolError};
use scorm_session::Learner;
use scorm_session::rehearsal::Report;
use tokio::runtime::Runtime;

use super::Rehearse;
use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Where rehearsals are played.
pub(super) enum Place {
    Engine,
    Browser {
        app: Arc<App>,
        runtime: Runtime,
        /// The folder of a course that is played with its own pages.
        package: Option<PathBuf>,
        lms_profile: Option<String>,
    },
}

impl Place {
    pub(super) fn open(command: &Rehearse, options: &StartOptions) -> Result<Self, StartError> {
        if command.engine {
            return Ok(Self::Engine);
        }
        let course = command.course.as_deref();
        let course = course.or_else(|| command.paths.first().map(AsRef::as_ref));
        let app = start::app_for(options, course)?;
        logging::start_command(&app);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let package = match &command.course {
            Some(course) => {
                let _inside = runtime.enter();
                let opened = rehearsal::open_package(app.runtimes().sessions(), course);
                Some(opened.map_err(|why| StartError::Unusable(why.to_string()))?)
            }
            None => None,
        };
        Ok(Self::Browser {
            app,
            runtime,
            package,
            lms_profile: command.lms_profile.clone(),
        })
    }

    /// Why nothing at all could be played.
    pub(super) fn missing_browser(&self) -> Option<ToolError> {
        match self {
            Self::Engine => None,
            Self::Browser { app, .. } => app.missing_browser(),
        }
    }

    pub(super) fn package(&self) -> Option<&Path> {
        match self {
            Self::Engine => None,
            Self::Browser { package, .. } => package.as_deref(),
        }
    }

    /// Plays one rehearsal with its learner.
    pub(super) fn play(
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
                lms_profile,
                ..
            } => {
                let course = scenarios.course(id);
                let lms = lms_profile.clone();
                let played = rehearsal::play_in_browser(app.runtimes(), case, learner, course, lms);
                runtime.block_on(played)
            }
        }
    }

    pub(super) fn close(self) {
        if let Self::Browser { app, runtime, .. } = self {
            runtime.block_on(app.close());
        }
    }
}
