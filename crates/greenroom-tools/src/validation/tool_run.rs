//! What the validation tools do before and around their work.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_os::memory;
use greenroom_report::Analysis;
use greenroom_report::examiner::{Bounds, StopOnDrop, Unfinished};
use greenroom_stage::course::{closing, told_findings};
use greenroom_store::{Session, SessionOptions, SourcePackage};
use scorm_package::ProblemKind;
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::background::{self, Answer};
use crate::{Cx, ErrorCode, Reply, ToolError};

/// Which package a call is about, and where its results go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    pub(crate) workspace_path: String,
    pub(crate) session_id: Option<String>,
    pub(crate) background: bool,
}

/// One validation at work, outside of the call that asked for it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) app: Arc<App>,
    pub(crate) workspace_path: String,
    session: Option<Arc<Session>>,
    /// How long its lints may take together.
    pub(crate) bounds: Bounds,
}

/// The time of a call whose answer is fetched later.
const BACKGROUND: Duration = Duration::from_mins(10);

/// The bounds of a call that waits for its answer.
fn foreground(cx: &Cx) -> Bounds {
    Bounds::within(Duration::from_millis(cx.config().limits.lint_ms))
}

/// Runs the work of a short tool where it holds up no other call.
pub(crate) async fn now<T: Send + 'static>(
    cx: &Cx,
    workspace_path: String,
    work: impl FnOnce(&Job) -> Result<Reply<T>, ToolError> + Send + 'static,
) -> Result<Reply<T>, ToolError> {
    let job = Job {
        app: Arc::clone(&cx.app),
        workspace_path,
        session: None,
        bounds: foreground(cx),
    };
    let _until_answered = StopOnDrop(job.bounds.stop());
    cx.blocking(move || tidily(&job, work)).await?
}

/// Does the work, and leaves no free memory behind.
fn tidily<T>(
    job: &Job,
    work: impl FnOnce(&Job) -> Result<Reply<T>, ToolError>,
) -> Result<Reply<T>, ToolError> {
    let reply = work(job);
    memory::give_back();
    reply
}

/// Runs the work of a long tool, in the background if asked for.
pub(crate) async fn run<T: Serialize + Send + 'static>(
    cx: &Cx,
    tool: &'static str,
    target: Target,
    work: impl FnOnce(&Job) -> Result<Reply<T>, ToolError> + Send + 'static,
) -> Result<Reply<Answer<T>>, ToolError> {
    let mut session = match &target.session_id {
        Some(id) => Some(cx.sessions().session(id)?),
        None => None,
    };
    if target.background && session.is_none() {
        session = Some(open_session(cx, &target.workspace_path).await?);
    }
    let job = Job {
        app: Arc::clone(&cx.app),
        workspace_path: target.workspace_path,
        session: session.as_ref().map(|call| Arc::clone(call)),
        bounds: if target.background {
            Bounds::within(BACKGROUND)
        } else {
            foreground(cx)
        },
    };
    // A call that is cancelled, or an operation that is, computes no longer.
    let until_answered = StopOnDrop(job.bounds.stop());
    let Some(session) = session.filter(|_| target.background) else {
        let reply = cx.blocking(move || tidily(&job, work)).await??;
        drop(until_answered);
        return Ok(background::done(reply));
    };
    background::start(&session, tool, |_| async move {
        let _until_done = until_answered;
        tokio::task::spawn_blocking(move || tidily(&job, work))
            .await
            .unwrap_or_else(|panic| Err(ToolError::new(ErrorCode::UnknownError, panic.to_string())))
    })
}

/// A background call needs a session that can be asked for the outcome.
async fn open_session(cx: &Cx, path: &str) -> Result<greenroom_store::SessionCall, ToolError> {
    let sessions = Arc::clone(cx.sessions());
    let cancel = cx.cancellation().child_token();
    let path = path.to_owned();
    let session = cx
        .blocking(move || sessions.open(path.as_ref(), SessionOptions::default(), &cancel))
        .await??;
    closing::close_when_idle(cx.runtimes(), &session);
    Ok(session)
}

impl From<Unfinished> for ToolError {
    fn from(unfinished: Unfinished) -> Self {
        let message = unfinished.to_string();
        match unfinished {
            Unfinished::TimeUp {
                examined,
                files,
                time,
            } => Self::new(ErrorCode::LimitExceeded, message)
                .hint(
                    "Run `greenroom check PATH`, which takes the time it needs, or call \
                     scorm_validate_workspace with background: true",
                )
                .detail("files_examined", examined)
                .detail("files", files)
                .detail("limit", "lint_ms")
                .detail("limit_ms", time.as_millis() as u64),
            Unfinished::Stopped | Unfinished::NoWorker(_) => {
                Self::new(ErrorCode::UnknownError, message)
            }
        }
    }
}

impl Job {
    /// Reads the package; a manifest that cannot be read at all is an error.
    pub(crate) fn package(&self) -> Result<SourcePackage, ToolError> {
        let package = self.package_with_manifest()?;
        let unusable = package.problems().iter().find(|problem| {
            matches!(
                problem.kind,
                ProblemKind::XmlTooLarge | ProblemKind::EncodingUnknown
            )
        });
        let unread = package.package().manifest_file.document.is_none();
        match unusable.filter(|_| unread) {
            None => Ok(package),
            Some(problem) => Err(ToolError::new(
                ErrorCode::ManifestValidationError,
                format!("the manifest cannot be read: {problem}"),
            )
            .detail("faults", [problem.to_string()])),
        }
    }

    /// Reads the package; its manifest may hold anything.
    pub(crate) fn package_with_manifest(&self) -> Result<SourcePackage, ToolError> {
        let package = self.package_without_manifest()?;
        package.require_manifest()?;
        Ok(package)
    }

    /// Reads the package, with or without a manifest.
    pub(crate) fn package_without_manifest(&self) -> Result<SourcePackage, ToolError> {
        let limits = &self.app.sessions.limits().package;
        Ok(SourcePackage::read(
            Path::new(&self.workspace_path),
            limits,
        )?)
    }

    /// The session for artifacts: the caller's, or one for this call alone.
    pub(crate) fn artifact_session(&self) -> Result<Arc<Session>, ToolError> {
        match &self.session {
            Some(session) => Ok(Arc::clone(session)),
            None => Ok(self.app.sessions.one_shot()?),
        }
    }

    /// Tells the caller's session how the validation ended.
    pub(crate) fn completed(&self, tool: &str, analysis: &Analysis) -> Result<(), ToolError> {
        if let Some(session) = &self.session {
            told_findings::tell(session, analysis)?;
            let payload = json!({ "tool": tool, "score": analysis.score.score });
            session.emit("validation:completed", Some(payload))?;
        }
        Ok(())
    }
}
