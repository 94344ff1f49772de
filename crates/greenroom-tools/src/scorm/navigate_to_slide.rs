//! `scorm_navigate_to_slide`: go to a slide by the course's own navigation.

use std::fmt;
use std::time::Duration;

use greenroom_browser::ClickKind;
use schemars::JsonSchema;
use scorm_session::NavigationRequest;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::page::automation::AutomationApi;
use crate::page::effects::{Effects, Watch};
use crate::page::slides::{self, Framework, Slide, SlideMap};
use crate::page::{act, content, elements};
use crate::stage::runtime::Runtime;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

/// How often Next or Previous may be clicked.
const MOST_STEPS: usize = 200;
/// How long a step may take to come to rest.
const STEP_REST: Duration = Duration::from_secs(2);
/// How often, and with which pause, a slide is looked for that comes with a transition.
const ARRIVAL_LOOKS: usize = 10;
const ARRIVAL_PAUSE: Duration = Duration::from_millis(200);

pub(crate) struct ScormNavigateToSlide;

/// Go to a slide by the course's own navigation
///
/// Needs a runtime. Gates hold. Returns method, slide_id, slide_index, effects.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormNavigateToSlideParams {
    /// The session
    session_id: String,
    /// Index from 0, id, or part of the title
    slide_identifier: Identifier,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Identifier {
    Index(usize),
    Name(String),
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormNavigateToSlideOutput {
    success: bool,
    /// `automation_api`, `framework_api`, `menu_click`, `step_navigation` or `sequencing_choice`
    method: &'static str,
    slide_id: String,
    slide_index: usize,
    effects: Effects,
}

impl fmt::Display for ScormNavigateToSlideOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at slide {} by {}", self.slide_id, self.method)
    }
}

impl Tool for ScormNavigateToSlide {
    const NAME: &'static str = "scorm_navigate_to_slide";
    const TITLE: &'static str = "Go to a slide";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::SlideNavigationError,
        ErrorCode::SlideMapError,
        ErrorCode::DomFindError,
        ErrorCode::AutomationApiError,
    ];
    type Params = ScormNavigateToSlideParams;
    type Output = ScormNavigateToSlideOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let map = slides::find(&runtime).await?;
        let slide = chosen(&map, &params.slide_identifier)?;
        let watch = Watch::begin(&runtime);
        let method = go(&runtime, &map, &slide).await?;
        let effects = watch.finish(&runtime).await?;
        let now = slides::find(&runtime).await?.current_slide_index;
        if now != slide.index as i64 {
            return Err(ToolError::new(
                ErrorCode::SlideNavigationError,
                format!(
                    "{method} did not lead to slide {:?}: the course is at {now}",
                    slide.id
                ),
            )
            .detail("ways_tried", [method])
            .detail("current_slide_index", now));
        }
        Ok(ScormNavigateToSlideOutput {
            success: true,
            method,
            slide_id: slide.id,
            slide_index: slide.index,
            effects,
        }
        .into())
    }
}

fn chosen(map: &SlideMap, identifier: &Identifier) -> Result<Slide, ToolError> {
    let matching: Vec<&Slide> = match identifier {
        Identifier::Index(index) => map.slides.iter().filter(|s| s.index == *index).collect(),
        Identifier::Name(name) => {
            let by_id: Vec<&Slide> = map.slides.iter().filter(|s| s.id == *name).collect();
            let folded = name.to_lowercase();
            let in_title = |slide: &&Slide| slide.title.to_lowercase().contains(&folded);
            if by_id.is_empty() {
                map.slides.iter().filter(in_title).collect()
            } else {
                by_id
            }
        }
    };
    match matching.as_slice() {
        [only] => Ok((*only).clone()),
        several => {
            let candidates = if several.is_empty() {
                map.slides.iter().collect()
            } else {
                several.to_vec()
            };
            let candidates: Vec<_> = candidates
                .iter()
                .take(30)
                .map(|slide| json!({"index": slide.index, "id": slide.id, "title": slide.title}))
                .collect();
            Err(ToolError::new(
                ErrorCode::SlideNavigationError,
                format!("{} of {} slides match", several.len(), map.total_slides),
            )
            .detail("candidates", candidates))
        }
    }
}

async fn go(runtime: &Runtime, map: &SlideMap, slide: &Slide) -> Result<&'static str, ToolError> {
    match map.discovery_method.as_deref() {
        Some("automation_api") => {
            let api = AutomationApi::require(runtime).await?;
            api.call(runtime, "goToSlide", &[json!(slide.id)]).await?;
            Ok("automation_api")
        }
        Some("activities") => {
            choose(runtime, slide).await?;
            Ok("sequencing_choice")
        }
        Some("captivate" | "reveal" | "adapt") => {
            let framework = Framework::find(runtime).await.filter(|it| it.can_go);
            let framework =
                framework.ok_or_else(|| stuck(map.current_slide_index, "API", "gone"))?;
            let gone = framework.go(slide.index).await;
            gone.map_err(|error| {
                act::failed(ErrorCode::SlideNavigationError, runtime, error)
                    .detail("ways_tried", ["framework_api"])
            })?;
            arrived(runtime, slide).await?;
            Ok("framework_api")
        }
        Some("menu_links") => {
            let root = content::frame(runtime, None)?;
            let selector = slide.selector.as_deref().unwrap_or_default();
            let clicked = root.locator(selector).click(ClickKind::Single).await;
            clicked.map_err(|error| {
                act::failed(ErrorCode::SlideNavigationError, runtime, error)
                    .detail("ways_tried", ["menu_click"])
            })?;
            Ok("menu_click")
        }
        _ => {
            step(runtime, map, slide).await?;
            Ok("step_navigation")
        }
    }
}

/// Asks sequencing for the activity; a refusal is told with its exception.
async fn choose(runtime: &Runtime, slide: &Slide) -> Result<(), ToolError> {
    let request = NavigationRequest::Choice {
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
        let clicked = root.locator(selector).click(ClickKind::Single).await;
        clicked.map_err(|error| stuck(at, wanted, &error.to_string()))?;
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
