//! Acts of scripts on the page: click, fill, type, drag, hover, scroll, wait, upload and the like.

use std::time::{Duration, Instant};

use greenroom_browser::{BrowserError, ClickKind, DialogPolicy, Locator, Page, World};
use scorm_session::rehearsal::format::{
    ClickCount, DialogAnswer, DropPlace, Element, PageAct, ScrollPlace,
};
use serde_json::{Value, json};

use crate::course::runtime::Runtime;
use crate::page::automation::AutomationApi;
use crate::page::{act, fill_value, named, scene, told};
use crate::{Fault, StageError};

/// How long an element may take to be there and ready.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// A script may not wait longer in one step.
const LONGEST_WAIT_MS: u64 = 30_000;
const REST_LIMIT: Duration = Duration::from_secs(2);
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
const SCROLL_LIMIT: Duration = Duration::from_secs(5);

/// What a page answers that does not allow an act.
pub const REFUSALS: [Fault; 9] = [
    Fault::InvalidParams,
    Fault::DomClickFailed,
    Fault::DomClickByTextFailed,
    Fault::DomFillFailed,
    Fault::DomWaitFailed,
    Fault::DomDragFailed,
    Fault::DomHoverFailed,
    Fault::DomScrollFailed,
    Fault::KeyboardTypeFailed,
];

/// Carries out an act and waits until the page has come to rest. Statements, pictures, calls and
/// navigation are not acts on the page.
pub async fn perform(runtime: &Runtime, act: &PageAct) -> Result<(), StageError> {
    match act {
        PageAct::Click { on, click } => {
            if on.is_empty() {
                return Err(unusable(
                    "click needs a role and name, a text or a selector",
                ));
            }
            let fault = if on.text.is_some() {
                Fault::DomClickByTextFailed
            } else {
                Fault::DomClickFailed
            };
            let clicked = locate(runtime, on).await?.click(kind(*click)).await;
            clicked.map_err(failed(fault, runtime))?;
        }
        PageAct::Fill { on, value } => fill(runtime, on, value).await?,
        PageAct::Upload { on, files } => fill(runtime, on, &json!(files)).await?,
        PageAct::Type { text, press, .. } => {
            let on = act.focused();
            if !on.is_empty() {
                let focused = locate(runtime, &on).await?.focus().await;
                focused.map_err(failed(Fault::KeyboardTypeFailed, runtime))?;
            }
            let typed = type_text(&runtime.shown_page(), text, press).await;
            typed.map_err(failed(Fault::KeyboardTypeFailed, runtime))?;
        }
        PageAct::Drag { on, to } => drag(runtime, on, to).await?,
        PageAct::Hover { on } => {
            let hovered = locate(runtime, on).await?.hover().await;
            hovered.map_err(failed(Fault::DomHoverFailed, runtime))?;
        }
        PageAct::Scroll { on, to } => scroll(runtime, on, *to).await?,
        PageAct::Wait { on, ms } => wait(runtime, on, *ms).await?,
        PageAct::PlayOut => play_out(runtime).await?,
        PageAct::Dialogs { answer, text } => {
            let policy = match answer {
                DialogAnswer::Accept => DialogPolicy::Accept,
                DialogAnswer::Dismiss => DialogPolicy::Dismiss,
            };
            runtime.context.set_dialogs(policy, text.clone());
            return Ok(());
        }
        PageAct::Viewport { width, height } => {
            let mut viewport = runtime.viewport();
            (viewport.device, viewport.width, viewport.height) = (None, *width, *height);
            runtime.set_viewport(viewport).await?;
        }
        PageAct::Automation { function, args } => {
            let api = AutomationApi::require(runtime).await?;
            api.call(runtime, function, args).await?;
        }
        PageAct::Screenshot { .. }
        | PageAct::Expect(_)
        | PageAct::Call(_)
        | PageAct::Navigate { .. } => {
            return Err(unusable(
                "acts on the page are click, fill, type, drag, hover, scroll, wait and upload",
            ));
        }
    }
    runtime.settle_within(REST_LIMIT).await?;
    runtime.flush().await?;
    Ok(())
}

/// As [`perform`], told in the session's stream so that the session can be recorded.
pub async fn perform_told(runtime: &Runtime, act: &PageAct) -> Result<(), StageError> {
    told::acting(&runtime.session);
    perform(runtime, act).await?;
    told::report(&runtime.session, act)?;
    told::report_headings(runtime).await;
    Ok(())
}

async fn locate(runtime: &Runtime, on: &Element) -> Result<Locator, StageError> {
    named::locate(runtime, on, PATIENCE).await
}

fn kind(click: ClickCount) -> ClickKind {
    match click {
        ClickCount::Single => ClickKind::Single,
        ClickCount::Double => ClickKind::Double,
        ClickCount::Right => ClickKind::Right,
    }
}

async fn fill(runtime: &Runtime, on: &Element, value: &Value) -> Result<(), StageError> {
    let fault = || failed(Fault::DomFillFailed, runtime);
    let locator = locate(runtime, on).await?;
    let element = locator.wait(false).await.map_err(fault())?;
    let fitting = fill_value::fitting(&element, &on.to_string(), value, &runtime.reach).await;
    let value = fitting.map_err(fault())?;
    locator.fill(&value).await.map_err(fault())?;
    Ok(())
}

async fn drag(runtime: &Runtime, on: &Element, to: &DropPlace) -> Result<(), StageError> {
    let fault = || failed(Fault::DomDragFailed, runtime);
    let locator = locate(runtime, on).await?;
    if !to.on.is_empty() {
        let onto = locate(runtime, &to.on).await?;
        locator.drag_to(&onto).await.map_err(fault())?;
        return Ok(());
    }
    let info = locator.info().await.map_err(fault())?;
    let Some((info, _)) = info else {
        return Err(StageError::new(
            Fault::DomDragFailed,
            format!("{on} is not there"),
        ));
    };
    let (x, y) = (to.by_x.unwrap_or_default(), to.by_y.unwrap_or_default());
    let middle = (
        info.rect.x + info.rect.width / 2.0,
        info.rect.y + info.rect.height / 2.0,
    );
    let dragged = locator.drag_to_point(middle.0 + x, middle.1 + y).await;
    dragged.map_err(fault())?;
    Ok(())
}

async fn scroll(
    runtime: &Runtime,
    on: &Element,
    to: Option<ScrollPlace>,
) -> Result<(), StageError> {
    let fault = || failed(Fault::DomScrollFailed, runtime);
    if !on.is_empty() {
        let scrolled = locate(runtime, on).await?.scroll_into_view().await;
        scrolled.map_err(fault())?;
        return Ok(());
    }
    let end = to == Some(ScrollPlace::Bottom);
    let function = "(end) => { const page = document.scrollingElement;
        page?.scrollTo({ top: end ? page.scrollHeight : 0, behavior: 'instant' }); return {}; }";
    let frame = runtime.shown_frame()?;
    let arguments = [json!(end)];
    let scrolled =
        frame.call_function::<Value>(World::Isolated, function, &arguments, SCROLL_LIMIT);
    scrolled.await.map_err(fault())?;
    Ok(())
}

async fn wait(runtime: &Runtime, on: &Element, ms: Option<u64>) -> Result<(), StageError> {
    if on.is_empty() {
        let pause = ms.unwrap_or(0).min(LONGEST_WAIT_MS);
        tokio::time::sleep(Duration::from_millis(pause)).await;
        return Ok(());
    }
    let patience = ms.map_or(PATIENCE, |ms| {
        Duration::from_millis(ms.min(LONGEST_WAIT_MS))
    });
    let locator = named::locate(runtime, on, patience).await;
    let locator = locator.map_err(|error| error.known_as(Fault::DomWaitFailed))?;
    let seen = locator.wait(true).await;
    seen.map_err(failed(Fault::DomWaitFailed, runtime))?;
    Ok(())
}

/// Sets media to their end as soon as there are any.
async fn play_out(runtime: &Runtime) -> Result<(), StageError> {
    let began = Instant::now();
    while scene::play_out(runtime).await? == 0 {
        if began.elapsed() > PATIENCE {
            let why = "there is no film or sound on the page that has not ended";
            return Err(StageError::new(Fault::DomWaitFailed, why));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(())
}

async fn type_text(page: &Page, text: &str, press: &[String]) -> Result<(), BrowserError> {
    page.type_text(text, Duration::ZERO).await?;
    for key in press {
        page.press(key).await?;
    }
    Ok(())
}

fn failed(code: Fault, runtime: &Runtime) -> impl FnOnce(BrowserError) -> StageError + '_ {
    move |error| act::failed(code, runtime, error)
}

fn unusable(why: &str) -> StageError {
    StageError::new(Fault::InvalidParams, why)
}
