//! `scorm_lint_manifest`: the faults of imsmanifest.xml.

use std::fmt;

use greenroom_report::VersionName;
use greenroom_report::{
    Analysis, FindingRecord, LEFT_OUT_FIRST, MOST_FINDINGS, error_line, listed, worst_first,
};
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level, MANIFEST, Severity};
use serde::{Deserialize, Serialize};

use crate::validation::tool_run;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormLintManifest;

/// Check imsmanifest.xml
///
/// By the rules of its SCORM version; no browser. Returns valid, scorm_version, errors, warnings,
/// findings with place and fix.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormLintManifestParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// Version to check against
    #[serde(default)]
    scorm_version: VersionName,
    /// Level strict
    #[serde(default)]
    strict_mode: bool,
}

/// What was found in the manifest.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ManifestResult {
    pub(crate) valid: bool,
    /// `imsmanifest.xml:12:5 rule: text`
    pub(crate) errors: Vec<String>,
    pub(crate) warnings: Vec<String>,
    pub(crate) findings: Vec<FindingRecord>,
    /// How many findings are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormLintManifestOutput {
    scorm_version: Option<&'static str>,
    #[serde(flatten)]
    result: ManifestResult,
}

impl fmt::Display for ScormLintManifestOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.result.valid {
            "valid"
        } else {
            "not valid"
        };
        write!(
            f,
            "the manifest is {verdict} (SCORM {}): {}, {}",
            self.scorm_version.unwrap_or("unknown"),
            counted(self.result.errors.len(), "error"),
            counted(self.result.warnings.len(), "warning")
        )
    }
}

/// The categories that have findings in a manifest.
const CATEGORIES: [Category; 4] = [
    Category::Manifest,
    Category::Files,
    Category::Structure,
    Category::Metadata,
];

impl Tool for ScormLintManifest {
    const NAME: &'static str = "scorm_lint_manifest";
    const TITLE: &'static str = "Lint manifest";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestValidationError,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormLintManifestParams;
    type Output = ScormLintManifestOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let level = if params.strict_mode {
            Level::Strict
        } else {
            Level::Standard
        };
        let mut settings = cx.config().validation.for_lint(None, level, CATEGORIES);
        settings.level = level;
        settings.version = params.scorm_version.into();
        tool_run::now(cx, params.workspace_path, move |job| {
            let package = job.package()?;
            let (analysis, cache) = job.app.analyses.analyze(&package, &settings, &job.bounds)?;
            let output = ScormLintManifestOutput {
                scorm_version: version_name(&analysis),
                result: ManifestResult::of(&analysis, is_about_the_manifest),
            };
            Ok(Reply::new(output).cache(cache))
        })
        .await
    }
}

/// The version that was checked; unknown without a readable manifest.
fn version_name(analysis: &Analysis) -> Option<&'static str> {
    analysis.report.version.and(analysis.scorm_version())
}

/// Files that lie around unused are not a fault of the manifest.
fn is_about_the_manifest(finding: &Finding) -> bool {
    finding.file.as_deref().is_none_or(|file| file == MANIFEST)
        || matches!(finding.category, Category::Manifest | Category::Metadata)
}

impl ManifestResult {
    /// The findings that `belong` to the manifest, the worst ones first.
    pub(crate) fn of(analysis: &Analysis, belongs: impl Fn(&Finding) -> bool) -> Self {
        let of_manifest = analysis.findings().iter().filter(|it| belongs(it));
        let findings = worst_first(of_manifest);
        let lines = |wanted: fn(Severity) -> bool| -> Vec<String> {
            let chosen = findings.iter().filter(|finding| wanted(finding.severity));
            chosen
                .take(MOST_FINDINGS)
                .map(|finding| error_line(finding))
                .collect()
        };
        let errors = lines(|severity| severity >= Severity::Error);
        let warnings = lines(|severity| severity == Severity::Warning);
        let valid = errors.is_empty();
        let (findings, omitted) = listed(findings, FindingRecord::from);
        Self {
            valid,
            errors,
            warnings,
            findings,
            omitted,
        }
    }
}
