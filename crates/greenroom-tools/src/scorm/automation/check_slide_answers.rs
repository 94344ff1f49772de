//! `scorm_automation_check_slide_answers`: have all answers of a slide evaluated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormAutomationCheckSlideAnswers;

/// Have all answers of a slide checked
///
/// Needs the API. Returns result per interaction, total, correct.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckSlideAnswersParams {
    #[serde(flatten)]
    caller: Caller,
    /// Default: the current slide
    #[serde(rename = "slideId")]
    slide_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationCheckSlideAnswersExtra {
    #[serde(rename = "slideId")]
    slide_id: String,
    total: usize,
    correct: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl Tool for ScormAutomationCheckSlideAnswers {
    const NAME: &'static str = "scorm_automation_check_slide_answers";
    const TITLE: &'static str = "Check a slide";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationCheckSlideAnswersParams;
    type Output = Called<ScormAutomationCheckSlideAnswersExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let args: Vec<Value> = params.slide_id.iter().map(|id| json!(id)).collect();
        let takes_slide = !args.is_empty()
            && automation
                .api
                .parameters(&automation.runtime, "checkSlideAnswers")
                .await?
                > 0;
        let (result, _) = automation.call_watched("checkSlideAnswers", &args).await?;
        let entries = result.as_array().map(Vec::as_slice).unwrap_or_default();
        let is_correct = |entry: &&Value| entry["evaluation"]["correct"] == json!(true);
        let ignored = !args.is_empty() && !takes_slide;
        let extra = ScormAutomationCheckSlideAnswersExtra {
            total: entries.len(),
            correct: entries.iter().filter(is_correct).count(),
            message: ignored.then(|| {
                "the course's checkSlideAnswers takes no slide: the current one was checked"
                    .to_owned()
            }),
            slide_id: params
                .slide_id
                .clone()
                .unwrap_or_else(|| "current".to_owned()),
        };
        automation.reply(result, extra).await
    }
}
