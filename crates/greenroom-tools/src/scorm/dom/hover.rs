//! `scorm_dom_hover`: move the pointer over an element.

use std::fmt;

use greenroom_stage::Fault;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use greenroom_stage::page::named;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomHover;

/// Move the real pointer over an element
///
/// Returns element and effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomHoverParams {
    /// The session
    session_id: String,
    /// CSS selector
    selector: String,
    /// Frame id, name or part of its URL
    frame: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomHoverOutput {
    success: bool,
    element: ElementReport,
    match_count: usize,
    effects: Effects,
}

impl fmt::Display for ScormDomHoverOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.element.selector, self.effects.summary());
        write!(f, "over {selector}: {effects}")
    }
}

impl Tool for ScormDomHover {
    const NAME: &'static str = "scorm_dom_hover";
    const TITLE: &'static str = "Hover";
    const EFFECT: Effect = Effect::WritesIdempotent;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomHoverFailed,
    ];
    type Params = ScormDomHoverParams;
    type Output = ScormDomHoverOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let target = Target {
            selector: &params.selector,
            frame: params.frame.as_deref(),
            patience: cx.act_limit(None),
        };
        let locator = target.locator(&runtime)?;
        let watch = Watch::begin(&runtime);
        let hovered = locator.hover().await;
        let hovered = hovered.map_err(|error| acts::failed(Fault::DomHoverFailed, &runtime, error));
        let place = (target.selector, target.frame);
        let id = &params.session_id;
        acts::report(cx, id, "dom:hover", place, "dom", &hovered, |done| {
            let on = named::element(&done.element);
            Some(PageAct::Hover { on })
        })?;
        let hovered = hovered?;
        Ok(ScormDomHoverOutput {
            success: true,
            element: hovered.element.into(),
            match_count: hovered.match_count,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}
