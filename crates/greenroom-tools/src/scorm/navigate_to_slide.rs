//! `scorm_navigate_to_slide`: go to a slide by the course's own navigation.

mod ways;

use std::fmt;

use greenroom_stage::page::effects::{Effects, Watch};
use greenroom_stage::page::slides::{self, Slide, SlideMap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::ways::go;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormNavigateToSlide;

/// Go to a slide by the course's own navigation
///
/// Gates hold. Returns method, slide_id, slide_index, effects.
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
