//! `scorm_validate_compliance`: end-to-end assessment of a package, with fixes on a copy.

mod fixing;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_report::assessment;
use greenroom_report::document::{Format, ReportDocument, RuleCost, Summary, breakdown};
use greenroom_report::examiner::{Bounds, Examination, Unfinished};
use greenroom_report::{
    Analysis, FindingRecord, LEFT_OUT_FIRST, MOST_FINDINGS, PackageFiles, Verdicts, worst_first,
};
use greenroom_report::{LevelName, VersionName};
use greenroom_store::{Session, SourcePackage};
use schemars::JsonSchema;
use scorm_lint::{Applicability, Category, Finding, Level, Severity};
use serde::{Deserialize, Serialize};

use self::fixing::{FixedIssue, Fixing};
use crate::background::Answer;
use crate::validation::settings_param::SettingsParam;
use crate::validation::tool_run::{self, Target};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormValidateCompliance;

/// Assess a package end to end, and fix it on a copy
///
/// Returns compliance_score, errors, warnings, suggestions, verdicts, HTML report; with fix_issues
/// patch_path.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormValidateComplianceParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// Version to check against
    #[serde(default)]
    scorm_version: VersionName,
    /// Default strict
    validation_level: Option<LevelName>,
    /// More to check
    #[serde(default)]
    additional_checks: Vec<AdditionalCheck>,
    /// Apply safe fixes to a copy
    #[serde(default)]
    fix_issues: bool,
    /// Keep an unchanged copy beside it
    #[serde(default = "yes")]
    backup_original: bool,
    /// As in scorm_validate_workspace
    #[serde(default)]
    settings: SettingsParam,
    /// For artifacts and events
    session_id: Option<String>,
    /// Return at once
    #[serde(default)]
    background: bool,
}

fn yes() -> bool {
    true
}

/// A family that is checked when asked for.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum AdditionalCheck {
    Accessibility,
    Performance,
    Security,
    LmsCompatibility,
    BrowserSupport,
    Metadata,
}

impl AdditionalCheck {
    fn category(self) -> Category {
        match self {
            Self::Accessibility => Category::Accessibility,
            Self::Performance => Category::Performance,
            Self::Security => Category::Security,
            Self::LmsCompatibility => Category::LmsCompatibility,
            Self::BrowserSupport => Category::BrowserSupport,
            Self::Metadata => Category::Metadata,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormValidateComplianceOutput {
    compliance_score: u32,
    score_breakdown: Vec<RuleCost>,
    errors: Vec<FindingRecord>,
    warnings: Vec<FindingRecord>,
    /// Notes, and fixes that are not safe, with their diff
    suggestions: Vec<FindingRecord>,
    /// How many findings are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    fixed_issues: Vec<FixedIssue>,
    /// The verdict in one line, and the file of the HTML report
    validation_report: String,
    report_path: PathBuf,
    verdicts: Verdicts,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch_path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_workspace_path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_after: Option<u32>,
    session_id: String,
}

impl fmt::Display for ScormValidateComplianceOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.verdicts.conformant {
            "conformant"
        } else {
            "not conformant"
        };
        write!(
            f,
            "{verdict}, score {}: {}, {}",
            self.compliance_score,
            counted(self.errors.len(), "error"),
            counted(self.warnings.len(), "warning")
        )?;
        match self.score_after {
            Some(after) => write!(
                f,
                "; {} fixed on a copy, score {after}",
                self.fixed_issues.len()
            ),
            None => Ok(()),
        }
    }
}

impl Tool for ScormValidateCompliance {
    const NAME: &'static str = "scorm_validate_compliance";
    const TITLE: &'static str = "Validate compliance";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestValidationError,
        ErrorCode::ArtifactWriteFailed,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormValidateComplianceParams;
    type Output = Answer<ScormValidateComplianceOutput>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let chosen = params.settings.read(&cx.config().validation)?;
        let more: Vec<Category> = params
            .additional_checks
            .iter()
            .map(|check| check.category())
            .collect();
        let mut settings = assessment(&chosen, params.validation_level, &more);
        settings.version = params.scorm_version.into();
        let all_metadata = params
            .additional_checks
            .contains(&AdditionalCheck::Metadata);
        let target = Target {
            workspace_path: params.workspace_path,
            session_id: params.session_id,
            background: params.background,
        };
        let (fix, backup) = (params.fix_issues, params.backup_original);
        tool_run::run(cx, Self::NAME, target, move |job| {
            let package = job.package()?;
            let (analysis, cache) = job.app.analyses.assess(&package, &settings, &job.bounds)?;
            let analysis = if all_metadata {
                Arc::new(with_all_metadata(
                    &package,
                    &analysis,
                    &settings,
                    &job.bounds,
                )?)
            } else {
                analysis
            };
            let verdicts = Verdicts::of(&analysis);
            let session = job.artifact_session()?;
            let fixing = if fix {
                Some(fixing::fix(
                    &package,
                    &settings,
                    &session,
                    backup,
                    &job.bounds,
                )?)
            } else {
                None
            };
            let assessed = Assessed {
                package: &package,
                analysis: &analysis,
                verdicts,
                fixing,
            };
            let reply = assessed.reply(&session)?;
            job.completed(Self::NAME, &analysis)?;
            Ok(reply.cache(cache))
        })
        .await
    }
}

/// Metadata that was asked for is checked by all its rules, whatever the level.
fn with_all_metadata(
    package: &SourcePackage,
    analysis: &Analysis,
    settings: &scorm_lint::Settings,
    bounds: &Bounds,
) -> Result<Analysis, Unfinished> {
    let settings = scorm_lint::Settings {
        level: Level::Pedantic,
        categories: [Category::Metadata].into(),
        ..settings.clone()
    };
    let files = PackageFiles::new(package);
    let examination = Examination::new(&files, package.problems(), bounds);
    let metadata = examination.lint(&settings)?.findings;
    let others = analysis.findings().iter();
    let mut findings: Vec<Finding> = others
        .filter(|finding| finding.category != Category::Metadata)
        .cloned()
        .collect();
    findings.extend(metadata);
    Ok(analysis.clone().with_findings(findings))
}

struct Assessed<'a> {
    package: &'a SourcePackage,
    analysis: &'a Analysis,
    verdicts: Verdicts,
    fixing: Option<Fixing>,
}

impl Assessed<'_> {
    fn reply(self, session: &Session) -> Result<Reply<ScormValidateComplianceOutput>, ToolError> {
        let document = ReportDocument {
            analysis: self.analysis,
            verdicts: Some(&self.verdicts),
            evidence: None,
        };
        let title = format!("Compliance of {}", self.analysis.title());
        let tool = ScormValidateCompliance::NAME;
        let (report, _) = document.keep(session, Format::Html, tool, title)?;
        let analysis = self.analysis;
        let listed = |severities: fn(Severity) -> bool| -> Vec<FindingRecord> {
            let chosen = analysis
                .findings()
                .iter()
                .filter(|f| severities(f.severity));
            worst_first(chosen)
                .into_iter()
                .take(MOST_FINDINGS)
                .map(FindingRecord::from)
                .collect()
        };
        let (errors, warnings) = (
            listed(|severity| severity >= Severity::Error),
            listed(|severity| severity == Severity::Warning),
        );
        let infos = listed(|severity| severity == Severity::Info);
        let shown = errors.len() + warnings.len() + infos.len();
        let mut suggestions = self.unsafe_fixes();
        suggestions.extend(infos);
        let validation_report = self.summary(&report.absolute_path);
        let fixing = self.fixing.unwrap_or_default();
        let mut reply = Reply::new(ScormValidateComplianceOutput {
            compliance_score: analysis.score.score,
            score_breakdown: breakdown(analysis),
            errors,
            warnings,
            suggestions,
            omitted: analysis
                .findings()
                .len()
                .checked_sub(shown)
                .filter(|more| *more > 0),
            fixed_issues: fixing.fixed_issues,
            validation_report,
            report_path: report.absolute_path,
            verdicts: self.verdicts,
            patch_path: fixing
                .patch
                .as_ref()
                .map(|patch| patch.absolute_path.clone()),
            fixed_workspace_path: fixing.fixed_workspace_path,
            score_after: fixing.score_after,
            session_id: session.id().to_string(),
        });
        reply = reply.artifact("report", report.path);
        if let Some(patch) = fixing.patch {
            reply = reply.artifact("patch", patch.path);
        }
        Ok(reply.artifacts_manifest(session.artifacts().manifest_path()))
    }

    /// What the report says in a line, and where it lies.
    fn summary(&self, report: &Path) -> String {
        let verdict = if self.verdicts.conformant {
            "conformant"
        } else {
            "not conformant"
        };
        let Summary {
            errors,
            warnings,
            info,
        } = Summary::of(self.analysis);
        format!(
            "{verdict}, score {}: {}, {}, {}. HTML report: {}",
            self.analysis.score.score,
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(info, "note"),
            report.display()
        )
    }

    /// Findings whose fix changes what the course does, each with the diff.
    fn unsafe_fixes(&self) -> Vec<FindingRecord> {
        let files = PackageFiles::new(self.package);
        let is_unsafe = |finding: &&Finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| fix.applicability > Applicability::Safe)
                && finding.severity > Severity::Info
        };
        let findings = self.analysis.findings().iter().filter(is_unsafe);
        findings
            .take(MOST_FINDINGS)
            .map(|finding| FindingRecord::with_diff(finding, &files))
            .collect()
    }
}
