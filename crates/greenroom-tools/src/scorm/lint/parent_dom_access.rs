//! `scorm_lint_parent_dom_access`: scripts and styles that reach into the LMS's page.

use std::fmt;

use greenroom_report::examiner::Examination;
use greenroom_report::{LEFT_OUT_FIRST, PackageFiles, advice, listed};
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level, ScanDepth, ScriptReport};
use serde::{Deserialize, Serialize};

use crate::validation::tool_run;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormLintParentDomAccess;

/// Find scripts that reach into the LMS's page
///
/// No browser. Returns violations with file, line and fix, scanned_files.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormLintParentDomAccessParams {
    /// Folder or .zip
    #[schemars(extend("x-path" = "read"))]
    workspace_path: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormLintParentDomAccessOutput {
    scanned_files: Vec<String>,
    violations: Vec<Violation>,
    /// How many violations are not listed
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct Violation {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    severity: &'static str,
    issue: String,
    code_snippet: Option<String>,
    fix_suggestion: String,
    rule: &'static str,
    /// In a file of a known vendor
    vendor: bool,
}

impl fmt::Display for ScormLintParentDomAccessOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let violations = self.violations.len() + self.omitted.unwrap_or_default();
        write!(
            f,
            "{} in {}",
            counted(violations, "violation"),
            counted(self.scanned_files.len(), "file")
        )
    }
}

impl Tool for ScormLintParentDomAccess {
    const NAME: &'static str = "scorm_lint_parent_dom_access";
    const TITLE: &'static str = "Lint parent DOM access";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::SecurityViolation,
        ErrorCode::LimitExceeded,
    ];
    const LEFT_OUT_FIRST: &'static [&'static str] = LEFT_OUT_FIRST;
    type Params = ScormLintParentDomAccessParams;
    type Output = ScormLintParentDomAccessOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let validation = &cx.config().validation;
        let settings = validation.for_lint(None, Level::Standard, [Category::ParentDom]);
        tool_run::now(cx, params.workspace_path, move |job| {
            let package = job.package_without_manifest()?;
            let files = PackageFiles::new(&package);
            let settings = settings.of_category(Category::ParentDom);
            let examination = Examination::new(&files, package.problems(), &job.bounds);
            let found = ScriptReport::of(examination.lint(&settings)?, ScanDepth::Deep);
            let (violations, omitted) = listed(&found.findings, violation);
            let output = ScormLintParentDomAccessOutput {
                violations,
                scanned_files: found.scan.scanned_files,
                omitted,
            };
            Ok(output.into())
        })
        .await
    }
}

fn violation(finding: &Finding) -> Violation {
    Violation {
        file: finding.file.clone(),
        line: finding.line,
        column: finding.column,
        severity: finding.severity.as_str(),
        issue: finding.message.clone(),
        code_snippet: finding.extract.clone(),
        fix_suggestion: advice(finding),
        rule: finding.name,
        vendor: finding.vendor,
    }
}
