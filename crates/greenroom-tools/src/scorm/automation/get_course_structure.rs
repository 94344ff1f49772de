//! `scorm_automation_get_course_structure`: `getCourseStructure` of the automation API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationGetCourseStructure;

/// Read the course structure
///
/// Needs the API. Returns result and slide_count.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCourseStructureParams {
    #[serde(flatten)]
    caller: Caller,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGetCourseStructureExtra {
    slide_count: usize,
}

impl Tool for ScormAutomationGetCourseStructure {
    const NAME: &'static str = "scorm_automation_get_course_structure";
    const TITLE: &'static str = "Course structure";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGetCourseStructureParams;
    type Output = Called<ScormAutomationGetCourseStructureExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let result = automation.call("getCourseStructure", &[]).await?;
        let extra = ScormAutomationGetCourseStructureExtra {
            slide_count: slides(&result),
        };
        automation.reply(result, extra).await
    }
}

/// Slides and assessments anywhere in the tree.
fn slides(node: &Value) -> usize {
    let own = usize::from(matches!(
        node["type"].as_str(),
        Some("slide" | "assessment")
    ));
    let inner = node.as_array().or_else(|| node["children"].as_array());
    own + inner.map_or(0, |list| list.iter().map(slides).sum())
}
