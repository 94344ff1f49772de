//! `scorm_reload_course`: close a course and open it again.

use std::fmt;

use greenroom_stage::course::closing;
use greenroom_stage::course::launch_options::LaunchChanges;
use greenroom_store::CloseReason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::open_course::{self, OpenRequest, OpenedCourse};
use crate::playing::open_errors;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormReloadCourse;

/// Close a course and open it again, as after edits
///
/// New session_id; options carry over. Returns as scorm_open_course.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormReloadCourseParams {
    /// The session
    session_id: String,
    /// Another package
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    package_path: Option<String>,
    /// Start anew
    #[serde(default)]
    force_new: bool,
    #[serde(flatten)]
    launch: LaunchChanges,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ReloadedCourse {
    #[serde(flatten)]
    opened: OpenedCourse,
    previous_session_id: String,
}

impl fmt::Display for ReloadedCourse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.opened.fmt(f)
    }
}

impl Tool for ScormReloadCourse {
    const NAME: &'static str = "scorm_reload_course";
    const TITLE: &'static str = "Reload course";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const OPEN_WORLD: bool = true;
    const ERRORS: &'static [ErrorCode] =
        open_errors![UnknownSession, SavedDataUnreadable, SavedDataWriteFailed];
    type Params = ScormReloadCourseParams;
    type Output = ReloadedCourse;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let opening = {
            let session = cx.sessions().session(&params.session_id)?;
            let runtime = cx.runtimes().find(&params.session_id);
            let mut earlier = runtime
                .map(|runtime| runtime.launch.clone())
                .unwrap_or_default();
            // Resuming decides where the course goes on; only what is not resumed begins where it
            // began before.
            earlier.activity_unless_resumed = !params.force_new;
            let options = session.options();
            let same = session
                .package()
                .map(|package| package.path().display().to_string());
            OpenRequest {
                package_path: params.package_path.or(same).unwrap_or_default(),
                new_attempt: params.force_new,
                timeout_ms: options
                    .idle_limit
                    .map_or(0, |limit| limit.as_millis() as u64),
                launch: params.launch.over(earlier, options.allow_network),
            }
        };
        closing::close(cx.runtimes(), &params.session_id, CloseReason::Reload).await?;
        let opened = open_course::open(cx, opening).await;
        let (session, runtime) = opened.map_err(|error| error.detail("closed", true))?;
        let previous_session_id = params.session_id;
        cx.app
            .goes_on_as(&previous_session_id, session.id().as_str());
        Ok(
            open_course::reply(&session, &runtime).map(|opened| ReloadedCourse {
                opened,
                previous_session_id,
            }),
        )
    }
}
