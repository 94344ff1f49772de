//! `scorm_export_trace`: everything that is kept of a session, as one HTML file.

use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use greenroom_stage::trace_file::{self, Trace};
use greenroom_stdx::private_files;
use greenroom_store::{ArtifactType, NewArtifact, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormExportTrace;

/// What every trace has among its first bytes.
const SIGN: &str = "Greenroom trace</title>";
/// Where the sign stands at the latest.
const HEAD_BYTES: u64 = 8 * 1024;

/// Write one HTML file that shows every moment of a session
///
/// Opens offline in any browser: journal, data, sequencing, pictures.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormExportTraceParams {
    /// The session, open or closed
    session_id: String,
    /// File to write, .html
    #[serde(default)]
    #[schemars(extend("x-path" = "write"))]
    output_path: Option<PathBuf>,
    /// Hide who the learner is and what they wrote
    #[serde(default)]
    mask: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormExportTraceOutput {
    artifact_path: PathBuf,
    bytes: usize,
    events: usize,
    pictures: usize,
}

impl fmt::Display for ScormExportTraceOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} and {} in {}",
            counted(self.events, "event"),
            counted(self.pictures, "picture"),
            self.artifact_path.display()
        )
    }
}

impl Tool for ScormExportTrace {
    const NAME: &'static str = "scorm_export_trace";
    const TITLE: &'static str = "Export a trace";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::ArtifactWriteFailed,
        ErrorCode::BrowserCrashed,
    ];
    type Params = ScormExportTraceParams;
    type Output = ScormExportTraceOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        if let Some(runtime) = cx.runtimes().find(&params.session_id) {
            runtime.flush().await?;
        }
        let sessions = cx.sessions().data_dir().sessions();
        let (id, mask) = (params.session_id.clone(), params.mask);
        let export = move || trace_file::export(&sessions, &id, mask);
        let exported = tokio::task::spawn_blocking(export).await;
        let trace = exported.map_err(|error| not_written(Path::new("the trace"), &error))??;
        let artifact_path = keep(cx, &params, &trace)?;
        let output = ScormExportTraceOutput {
            artifact_path,
            bytes: trace.html.len(),
            events: trace.events,
            pictures: trace.pictures,
        };
        Ok(Reply::new(output).notices(notices(&trace, params.mask)))
    }
}

fn notices(trace: &Trace, mask: bool) -> Vec<String> {
    let mut notices = Vec::new();
    if trace.pictures_left_out > 0 {
        let why = if mask {
            "since pictures cannot be masked"
        } else {
            "the largest first, since a trace holds 15 MB"
        };
        let count = counted(trace.pictures_left_out, "picture");
        notices.push(format!("{count} left out, {why}"));
    }
    if trace.answered_otherwise > 0 {
        let count = counted(trace.answered_otherwise, "masked value");
        notices.push(format!("{count} answered otherwise than the original"));
    }
    notices
}

/// Writes the trace where it was asked for, else with the artifacts; gives the path.
fn keep(cx: &Cx, params: &ScormExportTraceParams, trace: &Trace) -> Result<PathBuf, ToolError> {
    let html = trace.html.as_bytes();
    if let Some(path) = &params.output_path {
        let path = std::path::absolute(path).map_err(|error| not_written(path, &error))?;
        // Nothing but an earlier trace is replaced.
        if path.exists() && !is_trace(&path) {
            return Err(not_written(&path, &"it exists and is no trace"));
        }
        std::fs::write(&path, html).map_err(|error| not_written(&path, &error))?;
        return Ok(path);
    }
    let Ok(session) = cx.sessions().session_or_closing(&params.session_id) else {
        let folder = cx.sessions().data_dir().sessions().join(&params.session_id);
        let path = folder.join("trace.html");
        private_files::replace(&path, html).map_err(|error| not_written(&path, &error))?;
        return Ok(path);
    };
    write_artifact(&session, trace)
}

/// Writes the trace among the artifacts of a session; its path.
pub(crate) fn write_artifact(session: &Session, trace: &Trace) -> Result<PathBuf, ToolError> {
    let metadata = json!({"events": trace.events, "pictures": trace.pictures});
    let new = NewArtifact {
        kind: ArtifactType::Trace,
        mime: "text/html".to_owned(),
        tool: ScormExportTrace::NAME.to_owned(),
        title: "Trace".to_owned(),
        metadata: metadata.as_object().cloned().unwrap_or_default(),
    };
    let artifacts = session.artifacts();
    let artifact = artifacts.write("html", trace.html.as_bytes(), new)?;
    Ok(artifact.absolute_path)
}

fn is_trace(path: &Path) -> bool {
    let mut head = Vec::new();
    let read =
        std::fs::File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(SIGN)
}

fn not_written(path: &Path, why: &dyn fmt::Display) -> ToolError {
    let message = format!("{} was not written: {why}", path.display());
    ToolError::new(ErrorCode::ArtifactWriteFailed, message)
        .hint("Give another output_path, or none.")
}
