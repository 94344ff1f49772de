//! `scorm_compare_packages`: what changed for learners between two versions of a course.

mod told;

use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_compare::files::{self, FileChanges};
use greenroom_compare::going_on::{self, GoingOn, Route};
use greenroom_compare::outline::{self, Change};
use greenroom_report::{DEFAULT_LEVEL, default_categories};
use greenroom_store::{ArtifactType, NewArtifact, SourcePackage};
use schemars::JsonSchema;
use scorm_lint::Finding;
use serde::{Deserialize, Serialize};
use serde_json::Map;

pub(crate) use self::told::Compared;
use crate::playing::attempt;
use crate::scorm::open_course::OPEN_ERRORS;
use crate::scorm::test_exits::rehearsed;
use crate::validation::tool_run::{self, Job};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormComparePackages;

/// The longest a call may take.
const LONGEST: Duration = Duration::from_mins(5);

/// Tell what changes for learners between two versions
///
/// Leaves old in the middle, resumes in new. Returns verdict, changes.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormComparePackagesParams {
    /// Folder or .zip learners have
    #[schemars(extend("x-path" = "read"))]
    old_path: PathBuf,
    /// Folder or .zip they get
    #[schemars(extend("x-path" = "read"))]
    new_path: PathBuf,
    /// File; leave old where it ends
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    rehearsal: Option<PathBuf>,
    /// Or file: state saved in old
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    saved_state: Option<PathBuf>,
    /// Compare only
    #[serde(default)]
    no_play: bool,
}

/// Everything that was found; the file of the answer has it whole.
#[derive(Serialize)]
pub(super) struct Comparison {
    changes: Vec<Change>,
    files: FileChanges,
    findings_new: Vec<String>,
    findings_gone: Vec<String>,
    going_on: Option<GoingOn>,
    /// Why nobody tried to go on.
    not_tried: Option<String>,
}

impl Tool for ScormComparePackages {
    const NAME: &'static str = "scorm_compare_packages";
    const TITLE: &'static str = "Compare packages";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    type Params = ScormComparePackagesParams;
    type Output = Compared;

    fn deadline(_params: &Self::Params) -> Duration {
        LONGEST
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        if params.rehearsal.is_some() && params.saved_state.is_some() {
            let message = "rehearsal and saved_state both say where old is left";
            return Err(ToolError::new(ErrorCode::InvalidParams, message).hint("Give one of them."));
        }
        cx.progress("comparing files, manifests and findings");
        let compared = params.clone();
        let path = params.old_path.to_string_lossy().into_owned();
        let reply = tool_run::now(cx, path, move |job| compare(job, &compared)).await?;
        let mut comparison = reply.output;
        if params.no_play {
            comparison.not_tried = Some("no_play was asked for".to_owned());
        } else {
            match go_on(cx, &params).await? {
                Ok(going_on) => comparison.going_on = Some(going_on),
                Err(why) => comparison.not_tried = Some(why),
            }
        }
        keep(cx, &comparison)
    }
}

/// What can be seen without playing.
fn compare(job: &Job, params: &ScormComparePackagesParams) -> Result<Reply<Comparison>, ToolError> {
    let limits = &job.app.sessions.limits().package;
    let read = |path: &Path| -> Result<SourcePackage, ToolError> {
        let package = SourcePackage::read(path, limits)?;
        package.require_manifest()?;
        Ok(package)
    };
    let (old, new) = (read(&params.old_path)?, read(&params.new_path)?);
    let (Some(before), Some(after)) = (old.manifest(), new.manifest()) else {
        let which = if old.manifest().is_none() { &old } else { &new };
        let message = format!("the manifest of {} cannot be read", which.path().display());
        return Err(ToolError::new(ErrorCode::ManifestValidationError, message));
    };
    let changes = outline::compare(before, after);
    let files = files::compare(&old, &new)?;
    let before = findings(job, &old)?;
    let after = findings(job, &new)?;
    Ok(Reply::new(Comparison {
        changes,
        files,
        findings_new: told::without(&after, &before),
        findings_gone: told::without(&before, &after),
        going_on: None,
        not_tried: None,
    }))
}

fn findings(job: &Job, package: &SourcePackage) -> Result<Vec<Finding>, ToolError> {
    let validation = &job.app.config.validation;
    let names_lms = validation.lms_profiles.is_some();
    let settings = validation.for_lint(None, DEFAULT_LEVEL, default_categories(names_lms));
    let (analysis, _) = job.app.analyses.assess(package, &settings, &job.bounds)?;
    Ok(analysis.findings().to_vec())
}

/// Leaves the old version and comes back to the new one.
async fn go_on(
    cx: &Cx,
    params: &ScormComparePackagesParams,
) -> Result<Result<GoingOn, String>, ToolError> {
    let route = match (&params.rehearsal, &params.saved_state) {
        (Some(path), _) => {
            let home = attempt::home_of(cx, None, Some(&params.old_path)).await?;
            let moment = rehearsed(path, &home, cx.reach());
            home.close().await?;
            Route::Rehearsal(Box::new(moment?.case))
        }
        (None, Some(path)) => {
            Route::Saved(std::path::absolute(path).unwrap_or_else(|_| path.clone()))
        }
        (None, None) => Route::Middle,
    };
    let tell = |doing: String| cx.progress(doing);
    let paths = (params.old_path.as_path(), params.new_path.as_path());
    let tried = going_on::try_out(cx.runtimes(), paths, route, cx.cancellation(), &tell);
    Ok(Box::pin(tried).await?)
}

/// Keeps everything as a file, and answers with the worst.
fn keep(cx: &Cx, comparison: &Comparison) -> Result<Reply<Compared>, ToolError> {
    let session = cx.sessions().one_shot()?;
    let text = serde_json::to_vec_pretty(comparison)
        .map_err(|fault| ToolError::new(ErrorCode::UnknownError, fault.to_string()))?;
    let new = NewArtifact {
        kind: ArtifactType::Report,
        mime: "application/json".to_owned(),
        tool: ScormComparePackages::NAME.to_owned(),
        title: "Comparison of two packages".to_owned(),
        metadata: Map::new(),
    };
    let artifact = session.artifacts().write("json", &text, new)?;
    let compared = Compared::of(comparison, artifact.absolute_path);
    Ok(Reply::new(compared)
        .artifact("report", artifact.path)
        .artifacts_manifest(session.artifacts().manifest_path()))
}
