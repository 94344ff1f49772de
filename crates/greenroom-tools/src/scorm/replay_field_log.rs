//! `scorm_replay_field_log`: the calls in a log that support was sent, made again on the engine.

mod kept;
mod told;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_store::SourcePackage;
use schemars::JsonSchema;
use scorm_fieldlog::replay::{ByTheBook, Replay, Setting, generated_manifest, replay};
use scorm_fieldlog::{FieldLog, LARGEST};
use scorm_package::xml::XmlLimits;
use scorm_package::{Edition, Limits, MANIFEST, ScormVersion};
use scorm_session::{CourseFault, Options};
use serde::Deserialize;

use self::told::ScormReplayFieldLogOutput;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormReplayFieldLog;

/// The largest log, in a build for development on a busy machine.
const DEADLINE: Duration = Duration::from_mins(2);

/// Make the calls of an LMS's or browser's log again
///
/// On the engine, any form. Returns first_difference, end_state, a rehearsal.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormReplayFieldLogParams {
    /// Debug log, console output, HAR
    #[schemars(extend("x-path" = "read"))]
    log_path: PathBuf,
    /// Its course; else one SCO is made up
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    package_path: Option<PathBuf>,
    /// LMS whose limits apply
    #[serde(default)]
    lms_profile: Option<String>,
    /// Rehearsal to write, .yaml
    #[serde(default)]
    #[schemars(extend("x-path" = "write"))]
    output_path: Option<PathBuf>,
}

impl Tool for ScormReplayFieldLog {
    const NAME: &'static str = "scorm_replay_field_log";
    const TITLE: &'static str = "Replay a field log";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestNotFound,
        ErrorCode::ManifestValidationError,
        ErrorCode::SecurityViolation,
        ErrorCode::ArtifactWriteFailed,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = &["data"];
    type Params = ScormReplayFieldLogParams;
    type Output = ScormReplayFieldLogOutput;

    fn deadline(_params: &Self::Params) -> Duration {
        DEADLINE
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        cx.progress("reading the log");
        let path = params.log_path.clone();
        let log = cx.blocking(move || read(&path)).await??;
        cx.progress(format!("making {} again", counted(log.calls.len(), "call")));
        let same = cx.same_call();
        cx.blocking(move || {
            let replay = again(&same, &params, &log)?;
            let rehearsal_path = kept::keep(&same, params.output_path.as_deref(), &replay)?;
            let output = ScormReplayFieldLogOutput::of(&log, replay, rehearsal_path);
            Ok(Reply::new(output))
        })
        .await?
    }
}

/// Reads the file and finds the calls in it.
fn read(path: &Path) -> Result<FieldLog, ToolError> {
    let unreadable = |why: &dyn std::fmt::Display| {
        let message = format!("{}: {why}", path.display());
        ToolError::new(ErrorCode::PathResolutionError, message)
            .hint("log_path names a file: a log as text, HTML, XML, JSON or HAR.")
    };
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(&error))?;
    if !metadata.is_file() {
        return Err(unreadable(&"it is not a file"));
    }
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut bytes = Vec::new();
    let read = file.take(LARGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(&error))?;
    if bytes.len() > LARGEST {
        let most = LARGEST / (1024 * 1024);
        let message = format!("{} is larger than {most} MB", path.display());
        return Err(ToolError::new(ErrorCode::LimitExceeded, message)
            .hint("Cut the log to the launch that matters; record a HAR without content.")
            .detail("bytes", metadata.len()));
    }
    let log = scorm_fieldlog::parse(&bytes);
    if log.calls.is_empty() {
        let message = format!(
            "no SCORM call was found in {} ({} unknown)",
            path.display(),
            counted(log.unknown_lines, "line")
        );
        let lines = log.unknown.iter().map(|unknown| unknown.text.as_str());
        return Err(ToolError::new(ErrorCode::InvalidParams, message)
            .hint("docs/field-logs.md shows every form that is read, with an example.")
            .detail("unknown", lines.collect::<Vec<_>>()));
    }
    Ok(log)
}

/// Makes the calls again, on the course or on one that is made up.
fn again(cx: &Cx, params: &ScormReplayFieldLogParams, log: &FieldLog) -> Result<Replay, ToolError> {
    let manifest = params
        .package_path
        .as_deref()
        .map(manifest_of)
        .transpose()?;
    let mut options = Options::default();
    if let Some(name) = &params.lms_profile {
        let version = match &manifest {
            Some(manifest) => version_of(manifest),
            None => version_of(generated_manifest(log).as_bytes()),
        };
        options.profile = cx.runtimes().profiles().limits(name, version)?;
    }
    let course = params.package_path.as_deref().map(std::path::absolute);
    let course = course.and_then(Result::ok);
    let setting = Setting {
        id: kept::id_of(&params.log_path),
        manifest: manifest.as_deref(),
        course: course.map(|course| course.display().to_string()),
        manifest_path: match (&manifest, &params.output_path) {
            (None, Some(path)) => kept::manifest_beside(path),
            _ => MANIFEST.to_owned(),
        },
        options,
    };
    // The LMS's own client takes the place of the engine here.
    let mut replay = replay(log, &setting, &mut ByTheBook).map_err(|why| unplayable(&why))?;
    if let Some(name) = &params.lms_profile {
        replay.notes.push(format!(
            "of {name} only the limits apply; all else is answered by the book"
        ));
    }
    Ok(replay)
}

fn manifest_of(path: &Path) -> Result<Vec<u8>, ToolError> {
    let limits = Limits::default();
    let package = SourcePackage::read(path, &limits)?;
    package.require_manifest()?;
    let entry = package.package().files.get(MANIFEST);
    let entry = entry.ok_or_else(|| {
        let message = format!("{} has no {MANIFEST}", path.display());
        ToolError::new(ErrorCode::ManifestNotFound, message)
    })?;
    Ok(package.read_file(entry, u64::from(limits.xml.bytes))?)
}

fn version_of(manifest: &[u8]) -> ScormVersion {
    let (file, _) = scorm_package::read_manifest(manifest, &XmlLimits::default());
    let fallback = ScormVersion::Scorm2004(Edition::Fourth);
    file.manifest.map_or(fallback, |manifest| manifest.version)
}

fn unplayable(why: &CourseFault) -> ToolError {
    let message = format!("the course cannot be played: {why}");
    ToolError::new(ErrorCode::ManifestValidationError, message).hint(
        "scorm_lint_manifest tells what is wrong with it; without package_path one SCO is made up.",
    )
}
