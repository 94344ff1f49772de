//! `scorm_open_course`: session, page and content in one call.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_stage::course::closing;
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::opening::LaunchRequest;
use greenroom_stage::course::resume::Resume;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::course::runtimes::Runtimes;
use greenroom_store::{CloseReason, Session, SessionOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::runtime::report::{ConsoleCounts, RuntimeReport};
use super::session::course::{Course, State};
use crate::playing::open_errors;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormOpenCourse;

/// Open a course and play it in a real browser
///
/// Start here (folder or zip). Returns session_id for all other tools, course, runtime, resume,
/// console counts.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormOpenCourseParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: String,
    /// Start anew
    #[serde(default)]
    new_attempt: bool,
    /// Idle limit; 0 = none
    #[serde(default)]
    timeout_ms: u64,
    #[serde(flatten)]
    launch: LaunchOptions,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct OpenedCourse {
    session_id: String,
    /// The folder with the manifest
    workspace_path: PathBuf,
    /// The session's own folder
    session_path: PathBuf,
    artifacts_manifest_path: PathBuf,
    state: State,
    course: Course,
    runtime: RuntimeReport,
    resume: Resume,
    console: ConsoleCounts,
}

impl fmt::Display for OpenedCourse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.course.shown_title();
        if let Some(why) = &self.resume.hint {
            write!(f, "not resumed: {why}. ")?;
        }
        if let Some(why) = &self.runtime.not_delivered {
            return write!(
                f,
                "{title} is open in session {}, but {why}",
                self.session_id
            );
        }
        write!(
            f,
            "{title} plays in session {} ({})",
            self.session_id, self.resume.reason
        )
    }
}

impl Tool for ScormOpenCourse {
    const NAME: &'static str = "scorm_open_course";
    const TITLE: &'static str = "Open course";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    type Params = ScormOpenCourseParams;
    type Output = OpenedCourse;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let opening = OpenRequest {
            package_path: params.package_path,
            new_attempt: params.new_attempt,
            timeout_ms: params.timeout_ms,
            launch: params.launch,
        };
        let (session, runtime) = open(cx, opening).await?;
        Ok(reply(&session, &runtime))
    }
}

/// What can go wrong while a course is opened.
pub(crate) const OPEN_ERRORS: &[ErrorCode] = open_errors![SavedDataUnreadable];

/// What opening needs.
pub(crate) struct OpenRequest {
    pub(crate) package_path: String,
    pub(crate) new_attempt: bool,
    pub(crate) timeout_ms: u64,
    pub(crate) launch: LaunchOptions,
}

/// Opens a session and its runtime. If that fails, no session and no page are left.
pub(crate) async fn open(
    cx: &Cx,
    opening: OpenRequest,
) -> Result<(Arc<Session>, Arc<Runtime>), ToolError> {
    cx.progress("reading the package");
    let options = SessionOptions {
        idle_limit: (opening.timeout_ms > 0).then(|| Duration::from_millis(opening.timeout_ms)),
        allow_network: opening
            .launch
            .execution
            .is_some_and(|execution| execution.allow_network),
        new_attempt: opening.new_attempt,
        client: cx.client_name(),
    };
    let sessions = Arc::clone(cx.sessions());
    let cancel = cx.cancellation().child_token();
    let _stop = cancel.clone().drop_guard();
    let path = opening.package_path;
    // A browser takes its time to start; the package is read meanwhile.
    if Path::new(&path).exists() {
        cx.runtimes().browser().warm_up();
    }
    let call = cx
        .blocking(move || sessions.open(path.as_ref(), options, &cancel))
        .await??;
    let session = Arc::clone(&call);
    let guard = Abandoned {
        cx,
        session_id: session.id().as_str().to_owned(),
        armed: true,
    };
    cx.progress("opening the course in the browser");
    let request = LaunchRequest {
        options: opening.launch,
        new_attempt: opening.new_attempt,
        keep: true,
        trace: true,
    };
    let opened = cx.runtimes().open(&session, request).await;
    if opened.is_err() {
        close_half_opened(cx.runtimes(), session.id().as_str()).await;
    }
    guard.keep();
    let runtime = opened?;
    closing::close_when_idle(cx.runtimes(), &session);
    Ok((session, runtime))
}

pub(crate) async fn close_half_opened(runtimes: &Arc<Runtimes>, session_id: &str) {
    if let Err(error) = closing::close(runtimes, session_id, CloseReason::Close).await {
        tracing::warn!(session_id, %error, "a failed opening was not cleaned up");
    }
}

/// Closes a half-opened session when opening is cancelled.
struct Abandoned<'a> {
    cx: &'a Cx,
    session_id: String,
    armed: bool,
}

impl Abandoned<'_> {
    fn keep(mut self) {
        self.armed = false;
    }
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        let (runtimes, id) = (Arc::clone(self.cx.runtimes()), self.session_id.clone());
        tokio::spawn(async move { close_half_opened(&runtimes, &id).await });
    }
}

/// The result of opening.
pub(crate) fn reply(session: &Session, runtime: &Runtime) -> Reply<OpenedCourse> {
    let report = RuntimeReport::of(runtime, false);
    let workspace = session.package().map(|package| package.root().to_owned());
    let mut reply = Reply::new(OpenedCourse {
        session_id: session.id().to_string(),
        workspace_path: workspace.unwrap_or_default(),
        session_path: session.directory().to_owned(),
        artifacts_manifest_path: session.artifacts().manifest_path(),
        state: session.state().into(),
        course: Course::of(session),
        resume: report.resume.clone(),
        runtime: report,
        console: ConsoleCounts::of(runtime),
    });
    let notices = runtime.browser.notices().into_iter();
    let of_lms = runtime.lms_notices.iter().cloned();
    for notice in notices.chain(of_lms).chain(ignored(runtime)) {
        reply = reply.notice(notice);
    }
    reply
}

/// What the manifest asks for and the course does not get: sequencing that cannot be carried out,
/// and what came with a later edition than the one it runs as.
fn ignored(runtime: &Runtime) -> Vec<String> {
    const SHOWN: usize = 3;
    runtime.live.read(|replica| {
        let problems = &replica.engine.course().problems;
        let shown = problems.iter().take(SHOWN);
        let mut told: Vec<String> = shown
            .map(|problem| format!("{}: {}", problem.activity, problem.message))
            .collect();
        if let Some(more @ 1..) = problems.len().checked_sub(SHOWN) {
            told.push(format!("{more} more of this kind in the manifest"));
        }
        told
    })
}
