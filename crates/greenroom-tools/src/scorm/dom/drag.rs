//! `scorm_dom_drag`: drag an element with the real mouse.

use std::fmt;
use std::time::Duration;

use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::{self, Act, Via, Way};
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomDrag;

/// Drag an element onto another or to a point
///
/// Real mouse input, HTML5 drag and drop too. Returns from, to, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomDragParams {
    /// The session
    session_id: String,
    /// CSS selector of what to drag
    from: String,
    /// CSS selector, or a point of the frame
    to: Destination,
    /// Frame id, name or part of its URL
    frame: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Destination {
    Element(String),
    Point { x: f64, y: f64 },
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomDragOutput {
    success: bool,
    from: ElementReport,
    /// An element, or the point
    to: Value,
    via: &'static str,
    via_reason: &'static str,
    effects: Effects,
}

impl fmt::Display for ScormDomDragOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.from.selector, self.effects.summary());
        write!(f, "dragged {selector}: {effects}")
    }
}

impl Tool for ScormDomDrag {
    const NAME: &'static str = "scorm_dom_drag";
    const TITLE: &'static str = "Drag and drop";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomDragFailed,
        ErrorCode::AutomationApiNotAvailable,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormDomDragParams;
    type Output = ScormDomDragOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let watch = Watch::begin(&runtime);
        let dragged = drag(&runtime, cx.act_limit(None), &params).await;
        let via = dragged.as_ref().map_or("dom", |(_, _, via, _)| *via);
        acts::tell(
            cx,
            &params.session_id,
            "dom:drag",
            (&params.from, params.frame.as_deref()),
            via,
            &dragged,
        )?;
        let (from, to, via, via_reason) = dragged?;
        Ok(ScormDomDragOutput {
            success: true,
            from,
            to,
            via,
            via_reason,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

async fn drag(
    runtime: &Runtime,
    patience: Duration,
    params: &ScormDomDragParams,
) -> Result<(ElementReport, Value, &'static str, &'static str), ToolError> {
    let failed = |error| acts::failed(Fault::DomDragFailed, runtime, error);
    let target = |selector| Target {
        selector,
        frame: params.frame.as_deref(),
        patience,
    };
    let from = target(&params.from).locator(runtime)?;
    match &params.to {
        Destination::Point { x, y } => {
            let done = from.drag_to_point(*x, *y).await.map_err(failed)?;
            let point = json!({"x": x, "y": y});
            Ok((done.element.into(), point, "dom", "not_an_answer"))
        }
        Destination::Element(selector) => {
            let to = target(selector).locator(runtime)?;
            drop(to.wait(true).await.map_err(failed)?);
            let info = to.info().await.map_err(failed)?;
            let report = json!(info.map(|(info, _)| ElementReport::from(info)));
            let act = Act::DragTo(&to);
            match answer::way(runtime, &from, Via::Auto, act, Fault::DomDragFailed).await? {
                Way::Done(answered) => Ok((answered.element, report, "automation", "interaction")),
                Way::Dom(via_reason) => {
                    let done = from.drag_to(&to).await.map_err(failed)?;
                    Ok((done.element.into(), report, "dom", via_reason))
                }
            }
        }
    }
}
