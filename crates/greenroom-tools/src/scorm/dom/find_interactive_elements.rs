//! `scorm_dom_find_interactive_elements`: what can be acted on, with selectors that work.

use std::fmt;

use greenroom_stage::page::content;
use greenroom_stage::page::elements::{self, BUDGET, Lists};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormDomFindInteractiveElements;

/// List what can be clicked, filled and answered
///
/// Returns assessments, navigation, buttons, forms, inputs, each with
/// selector, frame, label, rect.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomFindInteractiveElementsParams {
    /// The session
    session_id: String,
    /// Also what cannot be seen
    #[serde(default)]
    include_hidden: bool,
    /// Entries to skip, when some were omitted
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomFindInteractiveElementsOutput {
    session_id: String,
    #[serde(flatten)]
    lists: Lists,
    total: usize,
}

impl fmt::Display for ScormDomFindInteractiveElementsOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (total, omitted) = (self.total, self.lists.omitted);
        write!(f, "{}, {omitted} omitted", counted(total, "entry"))
    }
}

impl Tool for ScormDomFindInteractiveElements {
    const NAME: &'static str = "scorm_dom_find_interactive_elements";
    const TITLE: &'static str = "Find what can be acted on";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomFindError,
    ];
    type Params = ScormDomFindInteractiveElementsParams;
    type Output = ScormDomFindInteractiveElementsOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let found = elements::find(&runtime, params.include_hidden).await?;
        let total = found.len();
        let reply = Reply::new(ScormDomFindInteractiveElementsOutput {
            session_id: params.session_id,
            lists: Lists::of(found, params.offset, BUDGET),
            total,
        });
        Ok(reply.notices(content::left_out(&runtime).await))
    }
}
