//! `scorm_dom_drag`: drag an element with the real mouse.

use std::fmt;
use std::time::Duration;

use greenroom_browser::Dragged;
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::{self, Act, Via, Way};
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{DropPlace, PageAct};
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
    /// The page took the drop; false if it was refused or what was dragged went back
    accepted: bool,
    /// What was dragged is elsewhere now
    moved: bool,
    via: &'static str,
    via_reason: &'static str,
    effects: Effects,
}

impl fmt::Display for ScormDomDragOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.from.selector, self.effects.summary());
        let outcome = if self.accepted {
            "accepted"
        } else {
            "not accepted"
        };
        write!(f, "dragged {selector}, {outcome}: {effects}")
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
        let via = dragged.as_ref().map_or("dom", |dropped| dropped.via);
        acts::report(
            cx,
            &params.session_id,
            "dom:drag",
            (&params.from, params.frame.as_deref()),
            via,
            &dragged,
            |dropped| Some(dropped.act()),
        )?;
        let dropped = dragged?;
        Ok(ScormDomDragOutput {
            success: true,
            from: dropped.from,
            to: dropped.to,
            accepted: dropped.accepted,
            moved: dropped.moved,
            via: dropped.via,
            via_reason: dropped.via_reason,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// What came of a drag.
struct Dropped {
    from: ElementReport,
    to: Value,
    accepted: bool,
    moved: bool,
    via: &'static str,
    via_reason: &'static str,
    place: DropPlace,
}

impl Dropped {
    /// The act as rehearsals write it.
    fn act(&self) -> PageAct {
        self.from.act(|on| PageAct::Drag {
            on,
            to: self.place.clone(),
        })
    }

    fn by_mouse(dragged: Dragged, to: Value, place: DropPlace, via_reason: &'static str) -> Self {
        Self {
            from: dragged.done.element.into(),
            place,
            to,
            accepted: dragged.accepted,
            moved: dragged.moved,
            via: "dom",
            via_reason,
        }
    }
}

async fn drag(
    runtime: &Runtime,
    patience: Duration,
    params: &ScormDomDragParams,
) -> Result<Dropped, ToolError> {
    let failed = |error| acts::failed(Fault::DomDragFailed, runtime, error);
    let target = |selector| Target {
        selector,
        frame: params.frame.as_deref(),
        patience,
    };
    let from = target(&params.from).locator(runtime)?;
    match &params.to {
        Destination::Point { x, y } => {
            let dragged = from.drag_to_point(*x, *y).await.map_err(failed)?;
            let point = json!({"x": x, "y": y});
            let mut dropped =
                Dropped::by_mouse(dragged, point, DropPlace::default(), "not_an_answer");
            let (from_x, from_y) = dropped.from.middle;
            dropped.place.by_x = Some(x - from_x);
            dropped.place.by_y = Some(y - from_y);
            Ok(dropped)
        }
        Destination::Element(selector) => {
            let to = target(selector).locator(runtime)?;
            drop(to.wait(true).await.map_err(failed)?);
            let info = to.info().await.map_err(failed)?;
            let report = info.map(|(info, _)| ElementReport::from(info));
            let place = DropPlace {
                on: report
                    .as_ref()
                    .map(|it| it.named.clone())
                    .unwrap_or_default(),
                ..DropPlace::default()
            };
            let report = json!(report);
            let act = Act::DragTo(&to);
            match answer::way(runtime, &from, Via::Auto, act, Fault::DomDragFailed).await? {
                // The course's own API has taken the answer.
                Way::Done(answered) => Ok(Dropped {
                    from: answered.element,
                    place,
                    to: report,
                    accepted: true,
                    moved: true,
                    via: "automation",
                    via_reason: "interaction",
                }),
                Way::Dom(via_reason) => {
                    let dragged = from.drag_to(&to).await.map_err(failed)?;
                    Ok(Dropped::by_mouse(dragged, report, place, via_reason))
                }
            }
        }
    }
}
