//! `scorm_dom_click`: a real click on an element.

use std::fmt;
use std::time::Duration;

use greenroom_browser::ClickKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::page::act::{self, Target};
use crate::page::effects::{Effects, Watch};
use crate::page::element::ElementReport;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormDomClick;

/// Click an element with the real mouse
///
/// Needs an open runtime. CSS; `A >>> B` goes into frame or shadow root A; a plain selector is also looked up in inner frames, shadow roots and popups. Scrolls, waits until visible, enabled and uncovered. Returns element and effects.
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
    #[schemars(range(max = 45000))]
    wait_timeout_ms: u64,
}

impl Default for ClickOptions {
    fn default() -> Self {
        Self {
            click_type: ClickType::Single,
            wait_for_selector: true,
            wait_timeout_ms: 5000,
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
                params.options.wait_timeout_ms,
            ),
        };
        let kind = match params.options.click_type {
            ClickType::Single => ClickKind::Single,
            ClickType::Double => ClickKind::Double,
            ClickType::Right => ClickKind::Right,
        };
        let locator = target.locator(&runtime)?;
        let watch = Watch::begin(&runtime);
        let clicked = locator.click(kind).await;
        let clicked =
            clicked.map_err(|error| act::failed(ErrorCode::DomClickFailed, &runtime, error));
        act::tell(
            cx,
            &params.session_id,
            "dom:click",
            (target.selector, target.frame),
            "dom",
            &clicked,
        )?;
        let done = clicked?;
        Ok(ScormDomClickOutput {
            success: true,
            element: done.element.into(),
            match_count: done.match_count,
            via: "dom",
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// How long an act waits for its element.
pub(super) fn patience(wait: bool, timeout_ms: u64) -> Duration {
    Duration::from_millis(if wait { timeout_ms } else { 0 })
}
