//! `scorm_dom_scroll`: scroll an element into view, or turn the wheel.

use std::fmt;

use greenroom_browser::{BrowserError, Frame, Locator};
use greenroom_stage::Fault;
use greenroom_stage::page::act::Target;
use greenroom_stage::page::content;
use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::element::ElementReport;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::{Element, PageAct, ScrollPlace};
use serde::{Deserialize, Serialize};

use crate::playing::acts;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// Where the nearest thing that scrolls has come to rest, and how far it could go.
const POSITION: &str = "async (element) => {
    const scrolls = (e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight;
    let box = element;
    while (box && !scrolls(box)) box = box.parentElement;
    box ??= document.scrollingElement ?? document.documentElement;
    const place = () => [box.scrollLeft, box.scrollTop];
    const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
    let before = place();
    for (let look = 0, still = 0; look < 30 && still < 2; look++) {
        await pause();
        const now = place();
        still = now[0] === before[0] && now[1] === before[1] ? still + 1 : 0;
        before = now;
    }
    return { x: box.scrollLeft, y: box.scrollTop,
        max_x: box.scrollWidth - box.clientWidth, max_y: box.scrollHeight - box.clientHeight };
}";

pub(crate) struct ScormDomScroll;

/// Scroll an element into view, or turn the wheel over it by x, y
///
/// Returns position, limits, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDomScrollParams {
    /// The session
    session_id: String,
    /// CSS selector; the page without it
    selector: Option<String>,
    /// Pixels to the right
    #[serde(default)]
    x: f64,
    /// Pixels down
    #[serde(default)]
    y: f64,
    /// Frame id, name or part of its URL
    frame: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDomScrollOutput {
    success: bool,
    element: ElementReport,
    /// Of the nearest thing that scrolls
    scroll: Position,
    effects: Effects,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Position {
    x: f64,
    y: f64,
    max_x: f64,
    max_y: f64,
}

impl fmt::Display for ScormDomScrollOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { y, max_y, .. } = self.scroll;
        write!(f, "at {y} of {max_y} px: {}", self.effects.summary())
    }
}

impl Tool for ScormDomScroll {
    const NAME: &'static str = "scorm_dom_scroll";
    const TITLE: &'static str = "Scroll";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::DomScrollFailed,
    ];
    type Params = ScormDomScrollParams;
    type Output = ScormDomScrollOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let target = Target {
            selector: params.selector.as_deref().unwrap_or("html"),
            frame: params.frame.as_deref(),
            patience: cx.act_limit(None),
        };
        let locator = target.locator(&runtime)?;
        let watch = Watch::begin(&runtime);
        let frame = content::frame(&runtime, params.frame.as_deref())?;
        let over = params.selector.is_none().then_some(&frame);
        let scrolled = scroll(&locator, over, params.x, params.y).await;
        let scrolled =
            scrolled.map_err(|error| acts::failed(Fault::DomScrollFailed, &runtime, error));
        let place = (target.selector, target.frame);
        acts::report(
            cx,
            &params.session_id,
            "dom:scroll",
            place,
            "dom",
            &scrolled,
            |(element, position)| act(&params, element, position),
        )?;
        let (element, scroll) = scrolled?;
        Ok(ScormDomScrollOutput {
            success: true,
            element,
            scroll,
            effects: watch.finish(&runtime).await?,
        }
        .into())
    }
}

/// The act as rehearsals write it: an element that comes into view, or an end of the page.
fn act(
    params: &ScormDomScrollParams,
    element: &ElementReport,
    position: &Position,
) -> Option<PageAct> {
    let wheel = params.x != 0.0 || params.y != 0.0;
    let to = match (params.selector.is_some(), wheel) {
        (true, false) => None,
        (false, _) if position.y <= 0.0 => Some(ScrollPlace::Top),
        (false, _) if position.y >= position.max_y - 1.0 => Some(ScrollPlace::Bottom),
        _ => return None,
    };
    let on = match to {
        None => element.named.clone(),
        Some(_) => Element::default(),
    };
    Some(PageAct::Scroll { on, to })
}

async fn scroll(
    locator: &Locator,
    page: Option<&Frame>,
    x: f64,
    y: f64,
) -> Result<(ElementReport, Position), BrowserError> {
    let element = match page {
        Some(frame) => {
            frame.wheel(x, y).await?;
            let shown = locator.wait(false).await?;
            shown.info(frame).await?
        }
        None if x == 0.0 && y == 0.0 => locator.scroll_into_view().await?.element,
        None => locator.wheel(x, y).await?.element,
    };
    let scrolled = locator.wait(false).await?;
    Ok((element.into(), scrolled.call(POSITION, &[]).await?))
}
