//! `scorm_dom_click`: a real click on an element.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{ClickKind, Locator};
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::answer::{self, Act, Via, Way};
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{ClickCount, PageAct};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomClick;

/// Click an element with the real mouse
///
/// CSS, `A >>> B` into frames and shadow roots; waits until it can be
/// clicked. Returns element, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomClickParams {
    /// The session
    session_id: String,
    /// CSS selector
    selector: String,
    /// Frame id, name or part of its URL
    frame: Option<String>,
    /// How
    #[serde(default)]
    options: ClickOptions,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
struct ClickOptions {
    click_type: ClickType,
    wait_for_selector: bool,
    #[schemars(range(max = 45000), extend("default" = 5000))]
    wait_timeout_ms: Option<u64>,
    via: Via,
    /// Even if covered, disabled or moving
    force: bool,
}

impl Default for ClickOptions {
    fn default() -> Self {
        Self {
            click_type: ClickType::Single,
            wait_for_selector: true,
            wait_timeout_ms: None,
            via: Via::Auto,
            force: false,
        }
    }
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ClickType {
    Single,
    Double,
    Right,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomClickOutput {
    success: bool,
    element: ElementReport,
    match_count: usize,
    via: &'static str,
    via_reason: &'static str,
    /// What the automation API holds now
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Value>,
    effects: Effects,
}

impl fmt::Display for ScormDomClickOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (selector, effects) = (&self.element.selector, self.effects.summary());
        write!(f, "clicked {selector}: {effects}")
    }
}

impl Tool for ScormDomClick {
    const NAME: &'static str = "scorm_dom_click";
    const TITLE: &'static str = "Click";
    const EFFECT: Effect = Effect::Writes;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomClickFailed,
        ErrorCode::AutomationApiNotAvailable,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormDomClickParams;
    type Output = ScormDomClickOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let target = Target {
            selector: &params.selector,
            frame: params.frame.as_deref(),
            patience: patience(
                params.options.wait_for_selector,
                cx.act_limit(params.options.wait_timeout_ms),
            ),
        };
        let kind = match params.options.click_type {
            ClickType::Single => ClickKind::Single,
            ClickType::Double => ClickKind::Double,
            ClickType::Right => ClickKind::Right,
        };
        let how = How {
            kind,
            via: params.options.via,
            force: params.options.force,
        };
        let locator = target.locator(&runtime)?;
        let watch = Watch::begin(&runtime);
        let clicked = click(&runtime, &locator, how).await;
        let via = clicked.as_ref().map_or("dom", |clicked| clicked.via);
        let click = match params.options.click_type {
            ClickType::Single => ClickCount::Single,
            ClickType::Double => ClickCount::Double,
            ClickType::Right => ClickCount::Right,
        };
        acts::report(
            cx,
            &params.session_id,
            "dom:click",
            (target.selector, target.frame),
            via,
            &clicked,
            |clicked| {
                let click = |on| PageAct::Click { on, click };
                Some(clicked.element.act(click))
            },
        )?;
        let clicked = clicked?;
        Ok(ScormDomClickOutput {
            success: true,
            element: clicked.element,
            match_count: clicked.match_count,
            via: clicked.via,
            via_reason: clicked.via_reason,
            response: clicked.response,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// What was clicked, and how.
pub(crate) struct Clicked {
    pub(crate) element: ElementReport,
    match_count: usize,
    pub(crate) via: &'static str,
    pub(crate) via_reason: &'static str,
    response: Option<Value>,
}

/// Which click, by which way.
#[derive(Clone, Copy)]
pub(crate) struct How {
    pub(crate) kind: ClickKind,
    pub(crate) via: Via,
    /// Whatever keeps the pointer from the element.
    pub(crate) force: bool,
}

/// Clicks by the automation API or with the mouse.
pub(crate) async fn click(
    runtime: &Runtime,
    locator: &Locator,
    how: How,
) -> Result<Clicked, ToolError> {
    const CODE: Fault = Fault::DomClickFailed;
    let How { kind, via, force } = how;
    let via = if kind == ClickKind::Single && !force {
        via
    } else {
        Via::Dom
    };
    match answer::way(runtime, locator, via, Act::Click, CODE).await? {
        Way::Done(answered) => Ok(Clicked {
            element: answered.element,
            match_count: answered.match_count,
            via: "automation",
            via_reason: "interaction",
            response: Some(answered.response),
        }),
        Way::Dom(via_reason) => {
            let done = if force {
                locator.force_click(kind).await
            } else {
                locator.click(kind).await
            };
            let done = done.map_err(|error| acts::failed(CODE, runtime, error))?;
            Ok(Clicked {
                element: done.element.into(),
                match_count: done.match_count,
                via: "dom",
                via_reason,
                response: None,
            })
        }
    }
}

/// How long an act waits for its element.
pub(super) fn patience(wait: bool, limit: Duration) -> Duration {
    if wait { limit } else { Duration::ZERO }
}
