//! `scorm_report`: the findings of files and run as one report.

use std::fmt;
use std::path::PathBuf;

use greenroom_report::ReportDocument;
use greenroom_report::document::{Format, Summary};
use greenroom_report::run::{Evidence, Played};
use greenroom_report::{DEFAULT_LEVEL, LEFT_OUT_FIRST, Verdicts, default_categories};
use schemars::JsonSchema;
use scorm_lint::Thresholds;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::background::Answer;
use crate::validation::settings_param::SettingsParam;
use crate::validation::tool_run::{self, Target};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormReport;

/// Write a report on a package and its run
///
/// With session_id also screenshots. Returns report, artifact_path, compliance_score, summary.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormReportParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// Whose run to show
    session_id: Option<String>,
    /// Form of the report
    #[serde(default)]
    format: Format,
    /// Default true with session_id
    include_runtime: Option<bool>,
    /// As in scorm_validate_workspace
    #[serde(default)]
    settings: SettingsParam,
    /// Return at once
    #[serde(default)]
    background: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormReportOutput {
    format: Format,
    compliance_score: u32,
    /// An object for json, else text; the worst findings, if there are many
    report: Value,
    artifact_path: Option<PathBuf>,
    summary: Summary,
    session_id: String,
}

impl fmt::Display for ScormReportOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.artifact_path.as_deref().unwrap_or("".as_ref());
        write!(
            f,
            "score {}: {}, {}; report in {}",
            self.compliance_score,
            counted(self.summary.errors, "error"),
            counted(self.summary.warnings, "warning"),
            path.display()
        )
    }
}

impl Tool for ScormReport {
    const NAME: &'static str = "scorm_report";
    const TITLE: &'static str = "Report";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ArtifactWriteFailed,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormReportParams;
    type Output = Answer<ScormReportOutput>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let chosen = params.settings.read(&cx.config().validation)?;
        let names_lms = chosen
            .lms_profiles
            .as_ref()
            .is_some_and(|names| !names.is_empty());
        let settings = chosen.for_lint(None, DEFAULT_LEVEL, default_categories(names_lms));
        let evidence = match &params.session_id {
            Some(id) if params.include_runtime.unwrap_or(true) => {
                Some(gather(cx, id, settings.thresholds).await?)
            }
            _ => None,
        };
        let format = params.format;
        let target = Target {
            workspace_path: params.workspace_path,
            session_id: params.session_id,
            background: params.background,
        };
        tool_run::run(cx, Self::NAME, target, move |job| {
            let package = job.package_with_manifest()?;
            let (analysis, cache) = job.app.analyses.assess(&package, &settings, &job.bounds)?;
            let verdicts = Verdicts::of(&analysis);
            let document = ReportDocument {
                analysis: &analysis,
                verdicts: Some(&verdicts),
                evidence: evidence.as_ref(),
            };
            let session = job.artifact_session()?;
            let title = format!("Report on {}", analysis.title());
            let (artifact, inline) = document.keep(&session, format, Self::NAME, title)?;
            let report = match format {
                Format::Json => serde_json::from_str(&inline).unwrap_or_default(),
                _ => Value::String(inline),
            };
            job.completed(Self::NAME, &analysis)?;
            let output = ScormReportOutput {
                format,
                compliance_score: analysis.score.score,
                report,
                artifact_path: Some(artifact.absolute_path),
                summary: document.summary(),
                session_id: session.id().to_string(),
            };
            Ok(Reply::new(output)
                .cache(cache)
                .artifact("report", artifact.path)
                .artifacts_manifest(session.artifacts().manifest_path()))
        })
        .await
    }
}

/// What the session has recorded, and what its open course did up to now.
async fn gather(cx: &Cx, session_id: &str, budget: Thresholds) -> Result<Evidence, ToolError> {
    let session = cx.sessions().session(session_id)?;
    let runtime = cx.runtimes().find(session_id);
    if let Some(runtime) = &runtime {
        runtime.flush().await?;
    }
    let played = runtime.map(|runtime| Played {
        visits: runtime.live.read(|replica| replica.visits(false)),
        load_ms: runtime.load_ms,
    });
    Ok(cx
        .blocking(move || Evidence::gather(&session, played, &budget))
        .await??)
}
