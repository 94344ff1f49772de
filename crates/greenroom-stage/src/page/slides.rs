//! The slides of the content and how they were found.

use std::time::Duration;

use schemars::JsonSchema;
use scorm_session::ActivityKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::automation::AutomationApi;
use super::content;
use super::framework::Framework;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const SLIDES: &str = include_str!("injected/slides.js");
const LOOK_LIMIT: Duration = Duration::from_secs(15);

/// The slides, in order.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SlideMap {
    pub total_slides: usize,
    /// -1 if unknown
    pub current_slide_index: i64,
    pub slides: Vec<Slide>,
    /// `automation_api`, the name of an authoring tool, `menu_links`, `dom_data_attributes`, `dom_sections`, `activities` or null
    pub discovery_method: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Slide {
    pub index: usize,
    pub id: String,
    pub title: String,
    pub selector: Option<String>,
    pub visible: bool,
}

/// What one document offers.
#[derive(Debug, Deserialize)]
struct Offered {
    method: String,
    slides: Vec<OfferedSlide>,
}

#[derive(Debug, Deserialize)]
struct OfferedSlide {
    id: String,
    title: String,
    selector: String,
    visible: bool,
    current: bool,
}

/// Finds the slides; none is an empty map, not an error.
pub async fn find(runtime: &Runtime) -> Result<SlideMap, StageError> {
    if let Some(map) = by_automation(runtime).await? {
        return Ok(map);
    }
    if let Some(framework) = Framework::find(runtime).await {
        return Ok(framework.map);
    }
    if let Some(map) = by_document(runtime).await? {
        return Ok(map);
    }
    Ok(by_activities(runtime).unwrap_or(SlideMap {
        current_slide_index: -1,
        ..SlideMap::default()
    }))
}

/// By what the documents show: a menu, marked slides, sections.
async fn by_document(runtime: &Runtime) -> Result<Option<SlideMap>, StageError> {
    let all = content::frames(runtime);
    let Some(root) = all.first().cloned() else {
        return Ok(None);
    };
    for frame in all {
        let offered = frame
            .call_with_toolkit::<Option<Offered>>(SLIDES, &[], LOOK_LIMIT)
            .await;
        let offered = match offered {
            Ok(Some(offered)) => offered,
            Ok(None) => continue,
            // A frame that went away has no slides.
            Err(error) if content::is_absent(runtime, &error) => continue,
            Err(error) => {
                return Err(StageError::new(
                    Fault::SlideMapError,
                    format!("the slides could not be read: {error}"),
                )
                .detail("frame", frame.id().to_string())
                .detail("cause", error.to_string()));
            }
        };
        let path = frame.path_from(&root).await?;
        return Ok(Some(SlideMap::of(offered, &path)));
    }
    Ok(None)
}

/// The launchable activities of a course that has several.
fn by_activities(runtime: &Runtime) -> Option<SlideMap> {
    let current = runtime.activity();
    let overview = runtime.live.read(|replica| replica.engine.overview());
    let slides: Vec<Slide> = overview
        .activities
        .into_iter()
        .filter(|activity| matches!(activity.kind, ActivityKind::Sco | ActivityKind::Asset))
        .enumerate()
        .map(|(index, activity)| Slide {
            index,
            visible: Some(&activity.identifier) == current.as_ref(),
            id: activity.identifier,
            title: activity.title,
            selector: None,
        })
        .collect();
    (slides.len() > 1).then(|| SlideMap::new("activities", slides, None))
}

async fn by_automation(runtime: &Runtime) -> Result<Option<SlideMap>, StageError> {
    let Some(api) = AutomationApi::find(runtime).await? else {
        return Ok(None);
    };
    if !api.has("getCourseStructure") {
        return Ok(None);
    }
    let structure = api.call(runtime, "getCourseStructure", &[]).await?;
    let current = if api.has("getCurrentSlide") {
        api.call(runtime, "getCurrentSlide", &[]).await?
    } else {
        Value::Null
    };
    let mut nodes = Vec::new();
    collect(&structure, &mut nodes);
    let slides: Vec<Slide> = nodes
        .iter()
        .enumerate()
        .map(|(index, node)| Slide {
            index,
            id: node["id"].as_str().unwrap_or_default().to_owned(),
            title: node["title"].as_str().unwrap_or_default().to_owned(),
            selector: None,
            visible: node["id"] == current,
        })
        .collect();
    Ok((!slides.is_empty()).then(|| SlideMap::new("automation_api", slides, None)))
}

fn collect<'a>(node: &'a Value, slides: &mut Vec<&'a Value>) {
    if matches!(node["type"].as_str(), Some("slide" | "assessment")) {
        slides.push(node);
    }
    let inner = node.as_array().or_else(|| node["children"].as_array());
    for child in inner.into_iter().flatten() {
        collect(child, slides);
    }
}

impl SlideMap {
    /// The one that is seen is the current one, unless another is named.
    pub(super) fn new(method: &str, slides: Vec<Slide>, current: Option<usize>) -> Self {
        let seen = || slides.iter().position(|slide| slide.visible);
        let at = current.or_else(seen);
        Self {
            total_slides: slides.len(),
            current_slide_index: at.map_or(-1, |index| index as i64),
            slides,
            discovery_method: Some(method.to_owned()),
        }
    }

    fn of(offered: Offered, path: &[String]) -> Self {
        let current = offered.slides.iter().position(|slide| slide.current);
        let slides: Vec<Slide> = offered
            .slides
            .into_iter()
            .enumerate()
            .map(|(index, slide)| {
                let steps = path.iter().cloned().chain([slide.selector]);
                Slide {
                    index,
                    id: slide.id,
                    title: slide.title,
                    selector: Some(steps.collect::<Vec<_>>().join(" >>> ")),
                    visible: slide.visible,
                }
            })
            .collect();
        let mut map = Self::new(&offered.method, slides, current);
        // Several can be seen at once, so only the mark of the document counts.
        map.current_slide_index = current.map_or(-1, |index| index as i64);
        map
    }
}
