//! `scorm_validate_workspace`: all static checks of a package.

use std::collections::BTreeSet;
use std::fmt;

use greenroom_report::LevelName;
use greenroom_report::document::{RuleCost, breakdown};
use greenroom_report::{
    Analysis, FindingRecord, LEFT_OUT_FIRST, MOST_FINDINGS, advice, error_line, listed, worst_first,
};
use greenroom_store::SourcePackage;
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level};
use serde::{Deserialize, Serialize};

use super::lint::manifest::ManifestResult;
use super::lint::sequencing::SequencingResult;
use crate::background::Answer;
use crate::validation::settings_param::SettingsParam;
use crate::validation::tool_run::{self, Target};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormValidateWorkspace;

/// Run all static checks on a package
///
/// No browser. Returns success (no errors), validation_results by category, compliance_score,
/// actionable_fixes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormValidateWorkspaceParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
    /// Default standard
    validation_level: Option<LevelName>,
    /// Default all
    #[serde(default)]
    check_categories: Vec<CheckCategory>,
    /// compliance_level, wcag_level, thresholds, targets, lms_profiles, profiles
    #[serde(default)]
    settings: SettingsParam,
    /// For events
    session_id: Option<String>,
    /// Return at once
    #[serde(default)]
    background: bool,
}

/// Scanned files that are listed; the rest is counted.
const SCANNED_LISTED: usize = 20;

/// A group of checks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CheckCategory {
    Manifest,
    ApiUsage,
    Sequencing,
    Files,
    Structure,
    ParentDom,
}

impl CheckCategory {
    const ALL: [Self; 6] = [
        Self::Manifest,
        Self::ApiUsage,
        Self::Sequencing,
        Self::Files,
        Self::Structure,
        Self::ParentDom,
    ];

    /// What lint calls it.
    fn of_lint(self) -> &'static [Category] {
        match self {
            Self::Manifest => &[Category::Manifest, Category::Metadata],
            Self::ApiUsage => &[Category::ApiUsage],
            Self::Sequencing => &[Category::Sequencing],
            Self::Files => &[Category::Files, Category::Content],
            Self::Structure => &[Category::Structure],
            Self::ParentDom => &[Category::ParentDom],
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormValidateWorkspaceOutput {
    /// No error-level finding
    success: bool,
    scorm_version: Option<&'static str>,
    validation_results: ValidationResults,
    compliance_score: u32,
    score_breakdown: Vec<RuleCost>,
    /// What to do, one line for every error
    actionable_fixes: Vec<String>,
}

/// Only the categories that were asked for
#[derive(Default, Serialize, JsonSchema)]
struct ValidationResults {
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest: Option<ManifestResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    api_usage: Option<ApiUsage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequencing: Option<SequencingResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Issues>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<Issues>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_dom_access: Option<ParentDomAccess>,
}

#[derive(Serialize, JsonSchema)]
struct Issues {
    issues: Vec<IssueRecord>,
    /// How many are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

/// A finding, also under the names by which the lint tools tell it.
#[derive(Serialize, JsonSchema)]
struct IssueRecord {
    issue: String,
    #[serde(flatten)]
    finding: FindingRecord,
}

impl IssueRecord {
    fn of(finding: &Finding) -> Self {
        Self {
            issue: finding.message.clone(),
            finding: finding.into(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct ApiUsage {
    /// The first twenty
    scanned_files: Vec<String>,
    scanned_count: usize,
    #[serde(flatten)]
    found: Issues,
}

#[derive(Serialize, JsonSchema)]
struct ParentDomAccess {
    /// Where api_usage does not list them
    #[serde(skip_serializing_if = "Option::is_none")]
    scanned_files: Option<Vec<String>>,
    scanned_count: usize,
    violations: Vec<IssueRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

impl fmt::Display for ScormValidateWorkspaceOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.success {
            "no errors"
        } else {
            "errors found"
        };
        write!(f, "{verdict}, score {}", self.compliance_score)?;
        match self.actionable_fixes.first() {
            Some(first) => write!(f, "; first: {first}"),
            None => Ok(()),
        }
    }
}

impl Tool for ScormValidateWorkspace {
    const NAME: &'static str = "scorm_validate_workspace";
    const TITLE: &'static str = "Validate package";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::UnknownSession,
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestValidationError,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormValidateWorkspaceParams;
    type Output = Answer<ScormValidateWorkspaceOutput>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let mut asked: BTreeSet<CheckCategory> = params.check_categories.into_iter().collect();
        if asked.is_empty() {
            asked.extend(CheckCategory::ALL);
        }
        let categories = asked
            .iter()
            .flat_map(|category| category.of_lint())
            .copied();
        let settings = params.settings.read(&cx.config().validation)?;
        let settings = settings.for_lint(params.validation_level, Level::Standard, categories);
        let target = Target {
            workspace_path: params.workspace_path,
            session_id: params.session_id,
            background: params.background,
        };
        tool_run::run(cx, Self::NAME, target, move |job| {
            let package = job.package()?;
            let (analysis, cache) = job.app.analyses.analyze(&package, &settings, &job.bounds)?;
            job.completed(Self::NAME, &analysis)?;
            Ok(Reply::new(output(&package, &analysis, &asked)).cache(cache))
        })
        .await
    }
}

fn output(
    package: &SourcePackage,
    analysis: &Analysis,
    asked: &BTreeSet<CheckCategory>,
) -> ScormValidateWorkspaceOutput {
    let fix = |finding: &Finding| format!("{} – {}", error_line(finding), advice(finding));
    ScormValidateWorkspaceOutput {
        success: analysis.errors().next().is_none(),
        scorm_version: analysis.scorm_version(),
        validation_results: results(package, analysis, asked),
        compliance_score: analysis.score.score,
        score_breakdown: breakdown(analysis),
        actionable_fixes: worst_first(analysis.errors())
            .into_iter()
            .take(MOST_FINDINGS)
            .map(fix)
            .collect(),
    }
}

fn results(
    package: &SourcePackage,
    analysis: &Analysis,
    asked: &BTreeSet<CheckCategory>,
) -> ValidationResults {
    let issues = |category: CheckCategory| {
        asked
            .contains(&category)
            .then(|| Issues::of(analysis, category.of_lint()))
    };
    let of_manifest = |finding: &Finding| {
        CheckCategory::Manifest
            .of_lint()
            .contains(&finding.category)
    };
    ValidationResults {
        manifest: asked
            .contains(&CheckCategory::Manifest)
            .then(|| ManifestResult::of(analysis, of_manifest)),
        api_usage: issues(CheckCategory::ApiUsage).map(|found| ApiUsage {
            scanned_files: first_scanned(analysis),
            scanned_count: analysis.scanned_files().len(),
            found,
        }),
        sequencing: asked
            .contains(&CheckCategory::Sequencing)
            .then(|| SequencingResult::of(package, analysis, |_| false)),
        files: issues(CheckCategory::Files),
        structure: issues(CheckCategory::Structure),
        parent_dom_access: issues(CheckCategory::ParentDom).map(|found| ParentDomAccess {
            scanned_files: (!asked.contains(&CheckCategory::ApiUsage))
                .then(|| first_scanned(analysis)),
            scanned_count: analysis.scanned_files().len(),
            violations: found.issues,
            omitted: found.omitted,
        }),
    }
}

/// Names of files tell little beside the findings in them.
fn first_scanned(analysis: &Analysis) -> Vec<String> {
    let scanned = analysis.scanned_files().iter();
    scanned.take(SCANNED_LISTED).cloned().collect()
}

impl Issues {
    fn of(analysis: &Analysis, categories: &[Category]) -> Self {
        let findings = analysis.findings().iter();
        let chosen = findings.filter(|finding| categories.contains(&finding.category));
        let (issues, omitted) = listed(chosen, IssueRecord::of);
        Self { issues, omitted }
    }
}
