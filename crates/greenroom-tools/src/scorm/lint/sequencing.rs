//! `scorm_lint_sequencing`: static faults of sequencing and navigation.

use std::fmt;

use greenroom_report::{Analysis, LEFT_OUT_FIRST, ManifestPlaces, advice, listed};
use greenroom_store::SourcePackage;
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level};
use scorm_package::Manifest;
use scorm_package::manifest::Item;
use scorm_package::manifest::sequencing::Sequencing;
use serde::{Deserialize, Serialize};

use crate::validation::tool_run;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormLintSequencing;

/// Check sequencing rules for faults and conflicts
///
/// No browser. Returns issues with the item they belong to, and stats.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormLintSequencingParams {
    /// Folder with imsmanifest.xml, or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
}

/// What was found in sequencing.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SequencingResult {
    pub(crate) issues: Vec<SequencingIssue>,
    pub(crate) stats: SequencingStats,
    /// How many issues are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SequencingIssue {
    rule: &'static str,
    severity: &'static str,
    item_identifier: Option<String>,
    /// Identifiers from the organization down
    path: String,
    line: Option<u32>,
    pub(crate) issue: String,
    fix_suggestion: String,
}

#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SequencingStats {
    items_scanned: usize,
    organizations: usize,
    default_organization: Option<String>,
    /// Pre-, exit and post-condition rules and rollup rules
    rules: usize,
    objectives: usize,
}

impl fmt::Display for SequencingResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} issues in the sequencing of {} items",
            self.issues.len() + self.omitted.unwrap_or_default(),
            self.stats.items_scanned
        )
    }
}

impl Tool for ScormLintSequencing {
    const NAME: &'static str = "scorm_lint_sequencing";
    const TITLE: &'static str = "Lint sequencing";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::ManifestNotFound,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
        ErrorCode::ManifestValidationError,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormLintSequencingParams;
    type Output = SequencingResult;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let categories = [
            Category::Sequencing,
            Category::Structure,
            Category::Manifest,
        ];
        let settings = cx
            .config()
            .validation
            .for_lint(None, Level::Standard, categories);
        tool_run::now(cx, params.workspace_path, move |job| {
            let package = job.package()?;
            let (analysis, cache) = job.app.analyses.analyze(&package, &settings, &job.bounds)?;
            // What the activity tree is made of counts as well.
            let of_tree = |finding: &Finding| finding.category == Category::Structure;
            let result = SequencingResult::of(&package, &analysis, of_tree);
            Ok(Reply::new(result).cache(cache))
        })
        .await
    }
}

impl SequencingResult {
    /// The findings of the sequencing rules, of the content model inside sequencing elements, and
    /// those that `also` belong.
    pub(crate) fn of(
        package: &SourcePackage,
        analysis: &Analysis,
        also: impl Fn(&Finding) -> bool,
    ) -> Self {
        let places = ManifestPlaces::of(package);
        let belongs = |finding: &&Finding| match finding.category {
            Category::Sequencing => true,
            Category::Manifest => places.in_sequencing(finding),
            _ => also(finding),
        };
        let chosen = analysis.findings().iter().filter(belongs);
        let issue = |finding| SequencingIssue::of(places, finding);
        let (issues, omitted) = listed(chosen, issue);
        Self {
            issues,
            stats: package
                .manifest()
                .map(SequencingStats::of)
                .unwrap_or_default(),
            omitted,
        }
    }
}

impl SequencingIssue {
    fn of(places: ManifestPlaces<'_>, finding: &Finding) -> Self {
        let path = places.activity_path(finding);
        Self {
            rule: finding.name,
            severity: finding.severity.as_str(),
            item_identifier: path.last().cloned(),
            path: path.join("/"),
            line: finding.line,
            issue: finding.message.clone(),
            fix_suggestion: advice(finding),
        }
    }
}

impl SequencingStats {
    fn of(manifest: &Manifest) -> Self {
        let mut stats = Self {
            organizations: manifest.organizations.len(),
            default_organization: manifest
                .default_organization()
                .map(|organization| organization.identifier.clone()),
            ..Self::default()
        };
        for organization in &manifest.organizations {
            stats.count(&organization.sequencing);
            let items: Vec<&Item> = organization.all_items().collect();
            stats.items_scanned += items.len();
            for item in items {
                stats.count(&item.sequencing);
            }
        }
        stats
    }

    fn count(&mut self, sequencing: &Sequencing) {
        let rules = &sequencing.rules;
        self.rules += rules.pre_condition.len()
            + rules.exit_condition.len()
            + rules.post_condition.len()
            + sequencing.rollup_rules.rules.len();
        self.objectives += sequencing.objectives.iter().count();
    }
}
