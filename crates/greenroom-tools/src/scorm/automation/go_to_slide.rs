//! `scorm_automation_go_to_slide`: go to a slide through the automation API.

use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::playing::automation_call::{Automation, Called, Caller, ERRORS};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// How long a slide may take to become current.
const ARRIVAL_LIMIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) struct ScormAutomationGoToSlide;

/// Go to a slide through the automation API
///
/// Needs the API. Returns success: the slide is current.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ScormAutomationGoToSlideParams {
    #[serde(flatten)]
    caller: Caller,
    /// Slide id
    #[serde(rename = "slideId")]
    slide_id: String,
    /// Passed on
    context: Option<Map<String, Value>>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAutomationGoToSlideExtra {
    success: bool,
    #[serde(rename = "slideId")]
    slide_id: String,
    context: Option<Map<String, Value>>,
}

impl Tool for ScormAutomationGoToSlide {
    const NAME: &'static str = "scorm_automation_go_to_slide";
    const TITLE: &'static str = "Go to a slide";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = ERRORS;
    type Params = ScormAutomationGoToSlideParams;
    type Output = Called<ScormAutomationGoToSlideExtra>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let automation = Automation::of(cx, &params.caller).await?;
        let mut args = vec![json!(params.slide_id)];
        args.extend(params.context.as_ref().map(|context| json!(context)));
        let result = automation.call("goToSlide", &args).await?;
        let extra = ScormAutomationGoToSlideExtra {
            success: arrived(&automation, &params.slide_id).await?,
            slide_id: params.slide_id.clone(),
            context: params.context.clone(),
        };
        automation.reply(result, extra).await
    }
}

async fn arrived(automation: &Automation<'_>, slide_id: &str) -> Result<bool, ToolError> {
    if !automation.api.has("getCurrentSlide") {
        return Ok(false);
    }
    let began = Instant::now();
    loop {
        let current = automation
            .api
            .call(&automation.runtime, "getCurrentSlide", &[]);
        if current.await? == slide_id {
            return Ok(true);
        }
        if began.elapsed() >= ARRIVAL_LIMIT {
            return Ok(false);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
