//! `scorm_course_status`: a course, its session and its progress in one answer.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use greenroom_stage::course::runtime as stage;
use greenroom_store::{Namespace, Owner, SavedState, SavedStates, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session::course::{Course, State};
use super::session::status::{Operation, ScormSessionStatusOutput};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormCourseStatus;

/// Show a course with its session and progress
///
/// Returns scorm_session_status plus course, runtime, progress, saved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormCourseStatusParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormCourseStatusOutput {
    state: State,
    started_at: u64,
    /// The last call before this one
    last_activity_at: u64,
    artifacts_count: usize,
    runtime_open: bool,
    latest_event_id: u64,
    operations: Vec<Operation>,
    course: Course,
    runtime: RuntimeState,
    progress: Progress,
    saved: Saved,
}

#[derive(Serialize, JsonSchema)]
struct RuntimeState {
    open: bool,
    url: Option<String>,
    activity: Option<String>,
    /// none, initialized or terminated
    initialize_state: &'static str,
}

/// As the data model has it; null when never set
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
struct Progress {
    /// SCORM 1.2: the lesson status
    completion: Option<String>,
    /// SCORM 1.2: passed or failed
    success: Option<String>,
    /// SCORM 2004: scaled; SCORM 1.2: raw
    score: Option<String>,
    location: Option<String>,
}

/// The saved state of the course; null when there is none
#[derive(Default, Serialize, JsonSchema)]
struct Saved {
    path: Option<PathBuf>,
    saved_at: Option<u64>,
}

impl fmt::Display for ScormCourseStatusOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.course.shown_title();
        let completion = self.progress.completion.as_deref().unwrap_or("not started");
        write!(f, "{title}: session {}, {completion}", self.state.as_str())
    }
}

impl Tool for ScormCourseStatus {
    const NAME: &'static str = "scorm_course_status";
    const TITLE: &'static str = "Course status";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::UnknownSession];
    type Params = ScormCourseStatusParams;
    type Output = ScormCourseStatusOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let session = cx.sessions().session_or_closing(&params.session_id)?;
        let status = ScormSessionStatusOutput::of(&session);
        let package = session.package().map(|package| {
            let path = package.path().to_str().map(str::to_owned);
            (package.course().course_id, path, package.structure())
        });
        let states = SavedStates::new(cx.sessions().data_dir());
        let read = move || {
            let (course_id, package_path, structure) = package.unwrap_or_default();
            let owner = Owner {
                course_id: course_id.as_deref(),
                package_path: package_path.as_deref(),
                structure: structure.as_deref(),
            };
            let path = states.path(Namespace::Mcp, owner);
            (path, states.read(Namespace::Mcp, owner))
        };
        let (path, state) = cx.blocking(read).await?;
        let runtime = cx.runtimes().find(&params.session_id);
        let (progress, saved, unreadable) = match state {
            Ok(None) => (Progress::default(), Saved::default(), None),
            Ok(Some(state)) => {
                let saved_at = state.meta.as_ref().map(|meta| meta.saved_at);
                (
                    Progress::of(&state),
                    Saved {
                        path: Some(path),
                        saved_at,
                    },
                    None,
                )
            }
            // A status must answer; opening a runtime is where this is an error.
            Err(error @ StoreError::SavedStateUnreadable { .. }) => {
                let saved = Saved {
                    path: Some(path),
                    saved_at: None,
                };
                (Progress::default(), saved, Some(error.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        let reply = Reply::new(ScormCourseStatusOutput {
            state: status.state,
            started_at: status.started_at,
            last_activity_at: status.last_activity_at,
            artifacts_count: status.artifacts_count,
            runtime_open: status.runtime_open,
            latest_event_id: status.latest_event_id,
            operations: status.operations,
            course: Course::of(&session),
            progress: runtime.as_deref().map_or(progress, Progress::of_live),
            runtime: runtime
                .as_deref()
                .map_or_else(RuntimeState::default, RuntimeState::of),
            saved,
        });
        Ok(match unreadable {
            Some(notice) => reply.notice(notice),
            None => reply,
        })
    }
}

impl Default for RuntimeState {
    fn default() -> Self {
        Self {
            open: false,
            url: None,
            activity: None,
            initialize_state: "none",
        }
    }
}

impl RuntimeState {
    fn of(runtime: &stage::Runtime) -> Self {
        let (activity, initialize_state) = runtime.live.read(|replica| {
            let delivery = replica.delivery.as_ref();
            (
                delivery.map(|delivery| delivery.activity.clone()),
                replica.initialize_state(),
            )
        });
        Self {
            open: runtime.is_playable(),
            url: activity.is_some().then(|| runtime.url()),
            activity,
            initialize_state,
        }
    }
}

impl Progress {
    /// The progress of the SCO that plays, or of the last one that did.
    fn of_live(runtime: &stage::Runtime) -> Self {
        let elements = runtime.live.read(|replica| {
            let activity = match &replica.delivery {
                Some(delivery) => Some(delivery.activity.clone()),
                None => replica.calls.last().map(|call| call.activity.clone()),
            };
            let models = replica.engine.data_models();
            let model = models
                .into_iter()
                .find(|(of, _)| Some(of) == activity.as_ref());
            model.map(|(_, elements)| elements).unwrap_or_default()
        });
        let core_data = elements
            .into_iter()
            .map(|element| {
                (
                    element.element,
                    element.value.filter(|value| !value.is_empty()),
                )
            })
            .collect();
        Self::of(&SavedState {
            core_data,
            ..SavedState::default()
        })
    }

    /// The progress of the SCO that was current when the state was saved.
    fn of(state: &SavedState) -> Self {
        let element = |name: &str| value(&state.core_data, name);
        if let Some(status) = element("cmi.core.lesson_status") {
            let decided = ["passed", "failed"].contains(&status.as_str());
            return Self {
                success: decided.then(|| status.clone()),
                completion: Some(status),
                score: element("cmi.core.score.raw"),
                location: element("cmi.core.lesson_location"),
            };
        }
        Self {
            completion: element("cmi.completion_status"),
            success: element("cmi.success_status"),
            score: element("cmi.score.scaled"),
            location: element("cmi.location").or_else(|| element("cmi.core.lesson_location")),
        }
    }
}

fn value(elements: &BTreeMap<String, Option<String>>, name: &str) -> Option<String> {
    elements.get(name).cloned().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(elements: &[(&str, &str)]) -> Progress {
        let core_data = elements
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned())))
            .collect();
        Progress::of(&SavedState {
            core_data,
            ..SavedState::default()
        })
    }

    #[test]
    fn both_versions_have_their_elements() {
        let scorm12 = progress(&[
            ("cmi.core.lesson_status", "passed"),
            ("cmi.core.score.raw", "80"),
            ("cmi.core.lesson_location", "p2"),
        ]);
        let text = |text: &str| Some(text.to_owned());
        let want = Progress {
            completion: text("passed"),
            success: text("passed"),
            score: text("80"),
            location: text("p2"),
        };
        assert_eq!(scorm12, want);
        let scorm2004 = progress(&[
            ("cmi.completion_status", "incomplete"),
            ("cmi.success_status", "unknown"),
            ("cmi.location", "slide_2"),
        ]);
        let want = Progress {
            completion: text("incomplete"),
            success: text("unknown"),
            score: None,
            location: text("slide_2"),
        };
        assert_eq!(scorm2004, want);
    }
}
