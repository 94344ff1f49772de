//! `scorm_automation_validate_page_layout`: the layout faults that the course itself finds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationValidatePageLayout;

/// Check the layout
///
/// Needs the API. Returns issues and a summary by severity and category.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationValidatePageLayoutParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationValidatePageLayoutExtra {
    issues: Vec<Value>,
    summary: Summary,
}

#[derive(Default, Serialize, JsonSchema)]
struct Summary {
    total: usize,
    critical: usize,
    errors: usize,
    warnings: usize,
    /// Also what has no known severity
    info: usize,
    categories: Categories,
}

#[derive(Default, Serialize, JsonSchema)]
struct Categories {
    layout: usize,
    responsive: usize,
    content: usize,
    accessibility: usize,
    structure: usize,
}

impl Tool for ScormAutomationValidatePageLayout {
    const NAME: &'static str = "scorm_automation_validate_page_layout";
    const TITLE: &'static str = "Layout check";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationValidatePageLayoutParams;
    type Output = Called<ScormAutomationValidatePageLayoutExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("validatePageLayout", &[]).await?;
        let issues = result.as_array().cloned().unwrap_or_default();
        let extra = ScormAutomationValidatePageLayoutExtra {
            summary: Summary::of(&issues),
            issues,
        };
        automation.reply(result, extra).await
    }
}

impl Summary {
    fn of(issues: &[Value]) -> Self {
        let mut summary = Self {
            total: issues.len(),
            ..Self::default()
        };
        for issue in issues {
            let severity = issue["severity"]
                .as_str()
                .or_else(|| issue["type"].as_str());
            match severity.unwrap_or_default() {
                "critical" => summary.critical += 1,
                "error" => summary.errors += 1,
                "warning" | "warn" => summary.warnings += 1,
                _ => summary.info += 1,
            }
            let categories = &mut summary.categories;
            match issue["category"].as_str().unwrap_or_default() {
                "layout" => categories.layout += 1,
                "responsive" => categories.responsive += 1,
                "content" => categories.content += 1,
                "accessibility" => categories.accessibility += 1,
                "structure" => categories.structure += 1,
                _ => {}
            }
        }
        summary
    }
}
