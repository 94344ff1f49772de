//! The ways to a slide: the course's own functions, its menu, its Next and Previous, sequencing.

use std::time::Duration;

use greenroom_browser::{BrowserError, ClickKind, Done, Frame};
use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::automation::AutomationApi;
use greenroom_stage::page::framework::Framework;
use greenroom_stage::page::slides::{self, Slide, SlideMap};
use greenroom_stage::page::{content, elements, named, told};
use scorm_session::LearnerRequest;
use scorm_session::rehearsal::format::{ClickCount, PageAct};
use serde_json::json;

use crate::playing::acts;
use crate::{ErrorCode, ToolError};

/// How often Next or Previous may be clicked.
const MOST_STEPS: usize = 200;
/// How long a step may take to come to rest.
const STEP_REST: Duration = Duration::from_secs(2);
/// How often, and with which pause, a slide is looked for that comes with a transition.
const ARRIVAL_LOOKS: usize = 10;
const ARRIVAL_PAUSE: Duration = Duration::from_millis(200);
/// Menus in menus that are opened for one entry.
const MOST_MENUS: usize = 5;
/// The button that opens the outermost closed part of the menu around an entry that is not seen.
const OPENER: &str = "(entry) => {
    if (greenroom.visible(entry)) return null;
    const around = [];
    for (let node = entry; node; node = node.parentElement) if (node.id) around.unshift(CSS.escape(node.id));
    const closed = around.map((id) => document.querySelector(`[aria-controls~='${id}'][aria-expanded=false]`));
    const opener = closed.find((button) => button && greenroom.visible(button));
    return opener ? greenroom.selectorOf(opener) : null;
}";

/// Goes there by the way that fits how the slides were found, and tells which it was.
pub(super) async fn go(
    runtime: &Runtime,
    map: &SlideMap,
    slide: &Slide,
) -> Result<&'static str, ToolError> {
    match map.discovery_method.as_deref() {
        Some("automation_api") => {
            let api = AutomationApi::require(runtime).await?;
            api.call(runtime, "goToSlide", &[json!(slide.id)]).await?;
            let act = PageAct::Automation {
                function: "goToSlide".to_owned(),
                args: vec![json!(slide.id)],
            };
            told::report(&runtime.session, &act)?;
            Ok("automation_api")
        }
        Some("activities") => {
            choose(runtime, slide).await?;
            Ok("sequencing_choice")
        }
        Some("captivate" | "reveal" | "adapt" | "ispring") => {
            let framework = Framework::find(runtime).await.filter(|it| it.can_go);
            let framework =
                framework.ok_or_else(|| stuck(map.current_slide_index, "API", "gone"))?;
            let gone = framework.go(slide.index).await;
            gone.map_err(|error| {
                acts::failed(Fault::SlideNavigationError, runtime, error)
                    .detail("ways_tried", ["framework_api"])
            })?;
            let payload = json!({"selector": slide.id, "outcome": "done"});
            runtime.session.emit("slide:framework", Some(payload))?;
            arrived(runtime, slide).await?;
            Ok("framework_api")
        }
        Some("menu_links") => {
            let root = content::frame(runtime, None)?;
            let selector = slide.selector.as_deref().unwrap_or_default();
            let clicked = click_entry(&root, selector).await.map_err(|error| {
                acts::failed(Fault::SlideNavigationError, runtime, error)
                    .detail("ways_tried", ["menu_click"])
            })?;
            for done in &clicked {
                report_click(runtime, done).await?;
            }
            arrived(runtime, slide).await?;
            Ok("menu_click")
        }
        _ => {
            step(runtime, map, slide).await?;
            Ok("step_navigation")
        }
    }
}

/// Clicks an entry of a menu, after the buttons that open the menu around it.
async fn click_entry(root: &Frame, selector: &str) -> Result<Vec<Done>, BrowserError> {
    let mut clicked = Vec::new();
    for _ in 0..MOST_MENUS {
        let Some((entry, _)) = root.locator(selector).find().await? else {
            break;
        };
        let Some(opener) = entry.call::<Option<String>>(OPENER, &[]).await? else {
            break;
        };
        let opener = entry.frame().locator(&opener);
        clicked.push(opener.click(ClickKind::Single).await?);
        root.page().settle_within(STEP_REST).await?;
    }
    clicked.push(root.locator(selector).click(ClickKind::Single).await?);
    Ok(clicked)
}

async fn report_click(runtime: &Runtime, done: &Done) -> Result<(), ToolError> {
    let act = PageAct::Click {
        on: named::element_of_all(runtime, &done.element).await,
        click: ClickCount::Single,
    };
    told::report(&runtime.session, &act)?;
    Ok(())
}

/// Asks sequencing for the activity; a refusal is told with its exception.
async fn choose(runtime: &Runtime, slide: &Slide) -> Result<(), ToolError> {
    let request = LearnerRequest::Choice {
        target: slide.id.clone(),
    };
    let decided = runtime.navigate(&request).await?;
    match decided.map(|navigated| navigated.outcome) {
        Some(Ok(_)) => Ok(()),
        Some(Err(refusal)) => Err(ToolError::new(
            ErrorCode::SlideNavigationError,
            format!("sequencing refuses {:?}: {}", slide.id, refusal.message),
        )
        .detail("ways_tried", ["sequencing_choice"])
        .detail("exception", refusal.exception)),
        None => Err(stuck(-1, "choice", "the engine made no decision")),
    }
}

/// Waits a moment for a runtime that changes slides with a transition.
async fn arrived(runtime: &Runtime, slide: &Slide) -> Result<(), ToolError> {
    for _ in 0..ARRIVAL_LOOKS {
        runtime.settle_within(STEP_REST).await?;
        if slides::find(runtime).await?.current_slide_index == slide.index as i64 {
            break;
        }
        tokio::time::sleep(ARRIVAL_PAUSE).await;
    }
    Ok(())
}

/// Clicks Next or Previous until the slide is there or no step helps any more.
async fn step(runtime: &Runtime, map: &SlideMap, slide: &Slide) -> Result<(), ToolError> {
    let goal = slide.index as i64;
    let mut at = map.current_slide_index;
    let root = content::frame(runtime, None)?;
    for _ in 0..MOST_STEPS {
        if at == goal {
            return Ok(());
        }
        let wanted = if at < goal { "next" } else { "previous" };
        let found = elements::find(runtime, false).await?;
        let control = found.iter().find(|found| {
            let entry = &found.entry;
            found.list == "navigation" && entry["role"] == wanted && entry["disabled"] == false
        });
        let selector = control.and_then(|control| control.entry["selector"].as_str());
        let Some(selector) = selector else {
            return Err(stuck(
                at,
                wanted,
                "the page has no such control that is enabled",
            ));
        };
        told::acting(&runtime.session);
        let clicked = root.locator(selector).click(ClickKind::Single).await;
        let done = clicked.map_err(|error| stuck(at, wanted, &error.to_string()))?;
        report_click(runtime, &done).await?;
        runtime.settle_within(STEP_REST).await?;
        let now = slides::find(runtime).await?.current_slide_index;
        if now == at {
            return Err(stuck(at, wanted, "the click did not change the slide"));
        }
        at = now;
    }
    Err(stuck(at, "next", "too many steps"))
}

fn stuck(at: i64, wanted: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorCode::SlideNavigationError,
        format!("no way from slide {at} by {wanted}: {why}"),
    )
    .detail("current_slide_index", at)
    .detail("ways_tried", ["step_navigation"])
}
