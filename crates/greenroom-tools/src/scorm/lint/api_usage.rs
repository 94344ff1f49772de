//! `scorm_lint_api_usage`: how scripts and pages use the SCORM API.

use std::fmt;

use greenroom_report::examiner::{Examination, Unfinished};
use greenroom_report::{LEFT_OUT_FIRST, PackageFiles, advice, listed};
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level, ScanDepth, ScriptReport, Settings};
use scorm_package::{Edition, ScormVersion};
use serde::{Deserialize, Serialize};

use crate::validation::tool_run;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormLintApiUsage;

/// Check how scripts use the SCORM API
///
/// No browser. Returns issues with file, line and fix, scanned_files, drivers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormLintApiUsageParams {
    /// Folder or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// surface: launch pages and their scripts
    #[serde(default)]
    scan_depth: Depth,
    /// Default from the manifest
    api_version: Option<ApiVersion>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Depth {
    Surface,
    #[default]
    Deep,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum ApiVersion {
    #[serde(rename = "scorm_1_2")]
    Scorm12,
    #[serde(rename = "scorm_2004")]
    Scorm2004,
    #[serde(rename = "both")]
    Both,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormLintApiUsageOutput {
    scanned_files: Vec<String>,
    issues: Vec<ApiIssue>,
    /// Drivers of known vendors
    drivers: Vec<Driver>,
    skipped_files: Vec<SkippedFile>,
    /// How many issues are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct ApiIssue {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    issue: String,
    fix_suggestion: String,
    rule: &'static str,
    severity: &'static str,
    snippet: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Driver {
    file: String,
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct SkippedFile {
    file: String,
    reason: String,
}

impl fmt::Display for ScormLintApiUsageOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let issues = self.issues.len() + self.omitted.unwrap_or_default();
        let (files, drivers) = (self.scanned_files.len(), self.drivers.len());
        write!(
            f,
            "{} in {}, {}",
            counted(issues, "issue"),
            counted(files, "file"),
            counted(drivers, "known driver")
        )
    }
}

impl Tool for ScormLintApiUsage {
    const NAME: &'static str = "scorm_lint_api_usage";
    const TITLE: &'static str = "Lint API usage";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ContentFileMissing,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormLintApiUsageParams;
    type Output = ScormLintApiUsageOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let validation = &cx.config().validation;
        let settings = validation.for_lint(None, Level::Standard, [Category::ApiUsage]);
        let depth = match params.scan_depth {
            Depth::Surface => ScanDepth::Surface,
            Depth::Deep => ScanDepth::Deep,
        };
        let version = params.api_version;
        tool_run::now(cx, params.workspace_path, move |job| {
            let package = job.package_without_manifest()?;
            let written = package.manifest().map(|manifest| manifest.version);
            let scan = |version: Option<ScormVersion>| {
                let settings = Settings {
                    version,
                    ..settings.of_category(Category::ApiUsage)
                };
                let files = PackageFiles::new(&package);
                let examination = Examination::new(&files, package.problems(), &job.bounds);
                let report = examination.lint(&settings)?;
                Ok::<_, Unfinished>(ScriptReport::of(report, depth))
            };
            let mut found = scan(version.and_then(|version| version.to_check(written)))?;
            if version == Some(ApiVersion::Both) {
                // What both versions call a fault is one, whichever of them is meant.
                let other = scan(Some(ApiVersion::other(written)))?;
                found.findings.retain(|finding| {
                    let same = |other: &Finding| other.fingerprint == finding.fingerprint;
                    other.findings.iter().any(same)
                });
            }
            if found.scan.scanned_files.is_empty() && found.scan.skipped_files.is_empty() {
                let message = "the package holds no HTML and no JavaScript file";
                return Err(ToolError::new(ErrorCode::ContentFileMissing, message));
            }
            Ok(output(found).into())
        })
        .await
    }
}

impl ApiVersion {
    /// The version to check against; the manifest's own edition where it fits.
    fn to_check(self, written: Option<ScormVersion>) -> Option<ScormVersion> {
        match (self, written) {
            (Self::Scorm12, _) => Some(ScormVersion::Scorm12),
            (Self::Scorm2004, None | Some(ScormVersion::Scorm12)) => {
                Some(ScormVersion::Scorm2004(Edition::Fourth))
            }
            (Self::Scorm2004 | Self::Both, written) => written,
        }
    }

    fn other(written: Option<ScormVersion>) -> ScormVersion {
        match written {
            None | Some(ScormVersion::Scorm12) => ScormVersion::Scorm2004(Edition::Fourth),
            Some(ScormVersion::Scorm2004(_)) => ScormVersion::Scorm12,
        }
    }
}

fn output(found: ScriptReport) -> ScormLintApiUsageOutput {
    let (issues, omitted) = listed(&found.findings, issue);
    let skipped = found.scan.skipped_files.into_iter();
    let drivers = found.scan.drivers.into_iter();
    ScormLintApiUsageOutput {
        scanned_files: found.scan.scanned_files,
        issues,
        drivers: drivers
            .map(|(file, name)| Driver {
                file,
                name: name.into_owned(),
            })
            .collect(),
        skipped_files: skipped
            .map(|(file, obstacle)| SkippedFile {
                file,
                reason: obstacle.to_string(),
            })
            .collect(),
        omitted,
    }
}

fn issue(finding: &Finding) -> ApiIssue {
    ApiIssue {
        file: finding.file.clone(),
        line: finding.line,
        column: finding.column,
        issue: finding.message.clone(),
        fix_suggestion: advice(finding),
        rule: finding.name,
        severity: finding.severity.as_str(),
        snippet: finding.extract.clone(),
    }
}
