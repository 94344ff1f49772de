//! `scorm_get_current_page_context`: where the learner is.

use std::fmt;

use greenroom_stage::page::context::{self, PageContext};
use greenroom_stage::page::{content, elements};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormGetCurrentPageContext;

/// Tell where the learner is
///
/// Returns page_type, slide_number, total_slides, section_title,
/// progress_percent, evidence.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormGetCurrentPageContextParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct ScormGetCurrentPageContextOutput(PageContext);

impl fmt::Display for ScormGetCurrentPageContextOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page is of type {}", self.0.page_type)
    }
}

impl Tool for ScormGetCurrentPageContext {
    const NAME: &'static str = "scorm_get_current_page_context";
    const TITLE: &'static str = "Page context";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::PageContextError,
        ErrorCode::DomFindError,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormGetCurrentPageContextParams;
    type Output = ScormGetCurrentPageContextOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let found = elements::find(&runtime, false).await?;
        let context = context::read(&runtime, &found).await?;
        let reply = Reply::new(ScormGetCurrentPageContextOutput(context));
        Ok(reply.notices(content::left_out(&runtime).await))
    }
}
