//! `scorm_session_open`: a session on a package, without a page.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use greenroom_stage::course::closing;
use greenroom_store::{SessionCall, SessionOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::course::{Course, State};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Notices beyond this many are counted, not listed.
const MOST_NOTICES: usize = 20;

pub(crate) struct ScormSessionOpen;

/// Open a package as a session, without a browser
///
/// Returns session_id, workspace_path (for the lint tools), course.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormSessionOpenParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: String,
    /// What the session's pages may do
    #[serde(default)]
    execution: Execution,
    /// Idle limit; 0 = none
    #[serde(default)]
    timeout_ms: u64,
    /// Start anew in scorm_runtime_open
    #[serde(default)]
    new_attempt: bool,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Execution {
    /// Let pages reach the web
    allow_network: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormSessionOpenOutput {
    session_id: String,
    /// The folder with the manifest
    workspace_path: PathBuf,
    /// The session's own folder
    session_path: PathBuf,
    artifacts_manifest_path: PathBuf,
    state: State,
    course: Course,
}

impl fmt::Display for ScormSessionOpenOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.course.shown_title();
        let version = self.course.scorm_version.unwrap_or("unknown version");
        write!(
            f,
            "session {} on {title} (SCORM {version})",
            self.session_id
        )
    }
}

impl Tool for ScormSessionOpen {
    const NAME: &'static str = "scorm_session_open";
    const TITLE: &'static str = "Open session";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormSessionOpenParams;
    type Output = ScormSessionOpenOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let ScormSessionOpenParams {
            package_path,
            execution,
            timeout_ms,
            new_attempt,
        } = params;
        let options = SessionOptions {
            idle_limit: (timeout_ms > 0).then(|| Duration::from_millis(timeout_ms)),
            allow_network: execution.allow_network,
            new_attempt,
            client: cx.client_name(),
        };
        cx.progress("reading the package");
        let sessions = Arc::clone(cx.sessions());
        // Also fires when this call is dropped by its deadline: the unpacking then stops.
        let cancel = cx.cancellation().child_token();
        let _stop = cancel.clone().drop_guard();
        let session = cx
            .blocking(move || sessions.open(package_path.as_ref(), options, &cancel))
            .await??;
        closing::close_when_idle(cx.runtimes(), &session);
        Ok(reply(&session))
    }
}

fn reply(session: &SessionCall) -> Reply<ScormSessionOpenOutput> {
    let package = session.package();
    let mut reply = Reply::new(ScormSessionOpenOutput {
        session_id: session.id().to_string(),
        workspace_path: package
            .map(|package| package.root().to_owned())
            .unwrap_or_default(),
        session_path: session.directory().to_owned(),
        artifacts_manifest_path: session.artifacts().manifest_path(),
        state: session.state().into(),
        course: Course::of(session),
    });
    let notices = package
        .map(greenroom_store::OpenPackage::notices)
        .unwrap_or_default();
    for notice in notices.iter().take(MOST_NOTICES) {
        reply = reply.notice(notice);
    }
    if notices.len() > MOST_NOTICES {
        let more = notices.len() - MOST_NOTICES;
        reply = reply.notice(format!("and {more} more; scorm_validate_workspace has all"));
    }
    reply
}
