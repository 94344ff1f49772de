//! `scorm_get_slide_map`: the slides of the content.

use std::fmt;

use greenroom_stage::page::content;
use greenroom_stage::page::slides::{self, SlideMap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormGetSlideMap;

/// List the slides of the content
///
/// Returns slides {index, id, title}, current_slide_index, total_slides.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetSlideMapParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ScormGetSlideMapOutput(SlideMap);

impl fmt::Display for ScormGetSlideMapOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.0.total_slides, "slide"))
    }
}

impl Tool for ScormGetSlideMap {
    const NAME: &'static str = "scorm_get_slide_map";
    const TITLE: &'static str = "Slide map";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::SlideMapError,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormGetSlideMapParams;
    type Output = ScormGetSlideMapOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let reply = Reply::new(ScormGetSlideMapOutput(slides::find(&runtime).await?));
        Ok(reply.notices(content::left_out(&runtime).await))
    }
}
