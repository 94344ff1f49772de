//! `scorm_package_course`: the zip of a course, with what belongs to it and nothing else.

mod output_file;
mod rehearsing;
mod smaller;
mod told;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_pack::{PackError, Plan};
use greenroom_report::examiner::{Bounds, Examination};
use greenroom_report::{DEFAULT_LEVEL, default_categories, error_line, worst_first};
use greenroom_store::{ArtifactType, NewArtifact, Session, SourcePackage};
use schemars::JsonSchema;
use scorm_lint::{Finding, Report, Severity};
use scorm_pack::convert::{self, Target};
use scorm_package::{MANIFEST, Problem};
use serde::Deserialize;
use serde_json::Map;

use self::output_file::Output;
use self::smaller::{ConvertedTo, Smaller};
pub(crate) use self::told::Packed;
use crate::validation::tool_run::{self, Job};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormPackageCourse;

/// The longest a call may take; packages may have a gigabyte.
const LONGEST: Duration = Duration::from_mins(10);
/// Errors that a refusal names.
const NAMED_ERRORS: usize = 5;

/// Make the zip of a course
///
/// Only what it uses, refused with errors. Returns output_path, left_out, patch.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormPackageCourseParams {
    /// Course folder or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: String,
    /// Zip
    #[serde(default)]
    #[schemars(extend("x-path" = "write"))]
    output_path: Option<PathBuf>,
    /// Unused files too
    #[serde(default)]
    include_all: bool,
    /// Pack in spite of errors
    #[serde(default)]
    override_errors: bool,
    /// Apply the patch in the zip
    #[serde(default)]
    update_file_lists: bool,
    /// Version to convert to
    #[serde(default)]
    convert: Option<ConvertTo>,
    /// Shrink PNG, SVG, CSS, JSON without loss
    #[serde(default)]
    optimize: bool,
    /// File; must play the same on both
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    rehearsal: Option<PathBuf>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
enum ConvertTo {
    #[serde(rename = "1.2")]
    Scorm12,
    #[serde(rename = "2004")]
    Scorm2004,
}

impl From<ConvertTo> for Target {
    fn from(wanted: ConvertTo) -> Self {
        match wanted {
            ConvertTo::Scorm12 => Self::Scorm12,
            ConvertTo::Scorm2004 => Self::Scorm2004,
        }
    }
}

impl Tool for ScormPackageCourse {
    const NAME: &'static str = "scorm_package_course";
    const TITLE: &'static str = "Package course";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::ManifestValidationError,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::PackageHasErrors,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormPackageCourseParams;
    type Output = Packed;

    fn deadline(_params: &Self::Params) -> Duration {
        LONGEST
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let cancel = cx.cancellation().clone();
        let (source, rehearsal) = (params.package_path.clone(), params.rehearsal.clone());
        let packing = tool_run::now(cx, source.clone(), move |job| {
            pack(job, &params, || cancel.is_cancelled())
        });
        let mut reply = packing.await?;
        if let Some(rehearsal) = rehearsal {
            let packed = reply.output.output_path().to_owned();
            let compared = rehearsing::compare(cx, &rehearsal, Path::new(&source), &packed).await;
            if compared.is_err() {
                // Nobody is left with a package that plays otherwise.
                let _gone = std::fs::remove_file(&packed);
            }
            reply.output.rehearsed = Some(compared?);
        }
        Ok(reply)
    }
}

/// Packs the course of a job.
fn pack(
    job: &Job,
    params: &ScormPackageCourseParams,
    is_cancelled: impl Fn() -> bool,
) -> Result<Reply<Packed>, ToolError> {
    let package = job.package_with_manifest()?;
    let session = job.artifact_session()?;
    let output = Output::find(params.output_path.as_deref(), &package, &session)?;
    let mut plan = Plan::of(&package, params.include_all)?;
    if let Some(inside) = output.inside(&package) {
        plan.leave_out(&inside);
    }
    let patch = plan.proposed_patch();
    if params.update_file_lists
        && let Some(manifest) = plan.updated_manifest()
    {
        plan.changed.insert(MANIFEST.to_owned(), manifest);
    }
    let converted = match params.convert {
        Some(wanted) => Some(converted(&package, &mut plan, wanted.into(), params)?),
        None => None,
    };
    let go_on = || {
        if is_cancelled() {
            Err(PackError::Cancelled)
        } else {
            Ok(())
        }
    };
    let report = lint(job, &package, &plan)?;
    refuse(&report, params.override_errors)?;
    let optimized = if params.optimize {
        Some(plan.optimize(go_on)?)
    } else {
        None
    };
    let (bytes, written) = plan.write(output.path(), |_| go_on())?;
    let mut packed = Packed::of(&plan, &report, bytes, &written);
    packed.optimized = optimized.as_ref().map(Smaller::of);
    packed.converted = converted;
    packed.tell_output(output.path())?;
    packed.tell_refused(&package);
    packed.tell_patch(&plan, &patch, params.update_file_lists);
    let mut reply = Reply::new(packed);
    if let Output::Artifact(path) = &output {
        let new = artifact(ArtifactType::Package, "application/zip", "Package");
        let kept = session.artifacts().register(path, new)?;
        reply = reply.artifact("package", kept.path);
    }
    if !patch.is_empty() {
        let new = artifact(ArtifactType::Patch, "text/x-diff", "File lists");
        let kept = session.artifacts().write("patch", patch.as_bytes(), new)?;
        reply.output.lists.patch_path = Some(kept.absolute_path.clone());
        reply = reply.artifact("patch", kept.path);
    }
    Ok(with_manifest(reply, &session))
}

/// Converts the manifest of the zip; what would be lost is an error unless it is wanted.
fn converted(
    package: &SourcePackage,
    plan: &mut Plan<'_>,
    target: Target,
    params: &ScormPackageCourseParams,
) -> Result<ConvertedTo, ToolError> {
    let refused = |why: String| {
        let message = format!("the package cannot be converted: {why}");
        ToolError::new(ErrorCode::PackageHasErrors, message)
    };
    let read = &package.package().manifest_file;
    let lists_changed = plan.changed.get(MANIFEST);
    let again = lists_changed.map(|bytes| {
        scorm_package::read_manifest(bytes, &scorm_package::xml::XmlLimits::default()).0
    });
    let read = again.as_ref().unwrap_or(read);
    let (Some(manifest), Some(document)) = (&read.manifest, &read.document) else {
        return Err(refused("its manifest cannot be read".to_owned()));
    };
    let converted = convert::convert(manifest, document, target)
        .map_err(|why| refused(why).hint("Pack it without convert."))?;
    if !converted.lost.is_empty() && !params.override_errors {
        let first: Vec<&str> = converted
            .lost
            .iter()
            .take(NAMED_ERRORS)
            .map(String::as_str)
            .collect();
        let why = format!("SCORM {} cannot say {}", target.as_str(), first.join("; "));
        return Err(refused(why)
            .hint("Change the course, or convert in spite of it: override_errors, in a shell --force.")
            .detail("lost", &converted.lost));
    }
    let text = converted.text.clone().into_bytes();
    plan.changed.insert(MANIFEST.to_owned(), text);
    Ok(ConvertedTo::of(target.as_str(), converted))
}

fn with_manifest(reply: Reply<Packed>, session: &Arc<Session>) -> Reply<Packed> {
    if reply.extras.artifacts.is_empty() {
        return reply;
    }
    reply.artifacts_manifest(session.artifacts().manifest_path())
}

fn artifact(kind: ArtifactType, mime: &str, title: &str) -> NewArtifact {
    NewArtifact {
        kind,
        mime: mime.to_owned(),
        tool: ScormPackageCourse::NAME.to_owned(),
        title: title.to_owned(),
        metadata: Map::new(),
    }
}

/// Lints what the zip will hold, not what lies around it.
fn lint(job: &Job, package: &SourcePackage, plan: &Plan<'_>) -> Result<Report, ToolError> {
    let validation = &job.app.config.validation;
    let names_lms = validation.lms_profiles.is_some();
    let settings = validation.for_lint(None, DEFAULT_LEVEL, default_categories(names_lms));
    let is_packed = |problem: &&Problem| {
        let entry = problem.entry.as_deref();
        entry.is_none_or(|entry| {
            let mut files = plan.selection.files.iter();
            files.any(|file| file.path == entry || entry.is_empty())
        })
    };
    let problems: Vec<Problem> = package
        .problems()
        .iter()
        .filter(is_packed)
        .cloned()
        .collect();
    let files = plan.files();
    // Its time begins now: a large package takes long before.
    let limit = Duration::from_millis(job.app.config.limits.lint_ms);
    let bounds = Bounds::within(limit);
    let examination = Examination::new(&files, &problems, &bounds);
    Ok(examination.lint(&settings)?)
}

/// No package with errors, unless it is wanted.
fn refuse(report: &Report, is_overridden: bool) -> Result<(), ToolError> {
    let is_error = |finding: &&Finding| finding.severity >= Severity::Error;
    let errors: Vec<&Finding> = report.findings.iter().filter(is_error).collect();
    if errors.is_empty() || is_overridden {
        return Ok(());
    }
    let named: Vec<String> = worst_first(errors.iter().copied())
        .into_iter()
        .map(error_line)
        .collect();
    let count = counted(errors.len(), "error");
    let first = named.iter().take(NAMED_ERRORS);
    let first: Vec<&str> = first.map(String::as_str).collect();
    let message = format!(
        "nothing was packed, since the package has {count}: {}",
        first.join("; ")
    );
    Err(ToolError::new(ErrorCode::PackageHasErrors, message).detail("errors", named))
}

impl From<PackError> for ToolError {
    fn from(error: PackError) -> Self {
        let message = error.to_string();
        match error {
            PackError::Source(error) => error.into(),
            PackError::File { path, .. } => Self::new(ErrorCode::PathResolutionError, message)
                .hint("Correct its permissions or its name, or take it out of the folder.")
                .detail("file", path),
            PackError::Changed { path } => Self::new(ErrorCode::PathResolutionError, message)
                .hint("Call again when nothing writes to the folder.")
                .detail("file", path),
            PackError::NoManifest => Self::new(ErrorCode::ManifestValidationError, message),
            PackError::TooLarge { most, .. } => Self::new(ErrorCode::LimitExceeded, message)
                .hint("Take large media out of the package, or split the course.")
                .detail("maximum", most),
            PackError::Output { path, .. } => Self::new(ErrorCode::ArtifactWriteFailed, message)
                .hint("Give another output_path, or none.")
                .detail("path", path),
            PackError::Optimizing { .. } => Self::new(ErrorCode::ArtifactWriteFailed, message)
                .hint("Free disk space, or pack without optimize."),
            PackError::Cancelled => Self::new(ErrorCode::UnknownError, message),
        }
    }
}
