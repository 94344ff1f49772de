//! `scorm_record_rehearsal`: what was done in a session becomes a rehearsal.

use std::fmt;
use std::path::{Path, PathBuf};

use greenroom_stage::rehearsal::record::{self, LeftOut, Recorded};
use greenroom_store::{ArtifactType, NewArtifact};
use schemars::JsonSchema;
use scorm_session::rehearsal::format::Rehearsal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormRecordRehearsal;

/// Make a rehearsal of what was done in a session
///
/// Acts and what came of them. Play artifact_path with scorm_rehearse.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormRecordRehearsalParams {
    /// The session, open or closed
    session_id: String,
    /// First event to take
    #[serde(default)]
    from_seq: u64,
    /// Also here, .json or .yaml
    #[serde(default)]
    #[schemars(extend("x-path" = "write"))]
    output_path: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormRecordRehearsalOutput {
    #[schemars(with = "Map<String, Value>")]
    rehearsal: Rehearsal,
    artifact_path: PathBuf,
    steps: usize,
    /// Things that it states
    statements: usize,
    /// What is not in it, and why
    left_out: Vec<LeftOut>,
}

impl fmt::Display for ScormRecordRehearsalOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "recorded {} with {}, {} left out: {}",
            counted(self.steps, "step"),
            counted(self.statements, "statement"),
            self.left_out.len(),
            self.artifact_path.display()
        )
    }
}

impl Tool for ScormRecordRehearsal {
    const NAME: &'static str = "scorm_record_rehearsal";
    const TITLE: &'static str = "Record a rehearsal";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::ArtifactWriteFailed,
        ErrorCode::BrowserCrashed,
    ];
    type Params = ScormRecordRehearsalParams;
    type Output = ScormRecordRehearsalOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        if let Some(runtime) = cx.runtimes().find(&params.session_id) {
            runtime.flush().await?;
        }
        let recorded = record::record_session(cx.runtimes(), &params.session_id, params.from_seq)?;
        let Recorded {
            rehearsal,
            left_out,
        } = recorded;
        if rehearsal.steps.is_empty() {
            let message = format!("nothing was played in session {}", params.session_id);
            return Err(ToolError::new(ErrorCode::InvalidParams, message)
                .hint("Open a course with scorm_open_course, act on it, then record."));
        }
        let artifact_path = keep(cx, &params, &rehearsal)?;
        Ok(ScormRecordRehearsalOutput {
            steps: rehearsal.steps.len(),
            statements: rehearsal.statements(),
            rehearsal,
            artifact_path,
            left_out,
        }
        .into())
    }
}

/// Writes the rehearsal where it was asked for, else with the artifacts; gives the path.
fn keep(
    cx: &Cx,
    params: &ScormRecordRehearsalParams,
    rehearsal: &Rehearsal,
) -> Result<PathBuf, ToolError> {
    if let Some(path) = &params.output_path {
        let written = record::write(path, rehearsal);
        return written.map_err(|error| refused(&error));
    }
    let text = serde_json::to_vec_pretty(rehearsal)
        .map_err(|error| not_written(Path::new("rehearsal"), &error))?;
    let Ok(session) = cx.sessions().session_or_closing(&params.session_id) else {
        let folder = cx.sessions().data_dir().sessions().join(&params.session_id);
        let path = folder.join("rehearsal.json");
        std::fs::write(&path, text).map_err(|error| not_written(&path, &error))?;
        return Ok(path);
    };
    let metadata = json!({"steps": rehearsal.steps.len()});
    let new = NewArtifact {
        kind: ArtifactType::Trace,
        mime: "application/json".to_owned(),
        tool: ScormRecordRehearsal::NAME.to_owned(),
        title: format!("Rehearsal {}", rehearsal.id),
        metadata: metadata.as_object().cloned().unwrap_or_default(),
    };
    let artifact = session.artifacts().write("json", &text, new)?;
    Ok(artifact.absolute_path)
}

fn not_written(path: &Path, why: &dyn fmt::Display) -> ToolError {
    refused(&format!("{} was not written: {why}", path.display()))
}

fn refused(why: &dyn fmt::Display) -> ToolError {
    ToolError::new(ErrorCode::ArtifactWriteFailed, why.to_string())
        .hint("Give another output_path, or none.")
}
