//! Where the learner is: slide, section, progress, kind of page, ways on.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::automation::AutomationApi;
use super::blank;
use super::content;
use super::elements::Found;
use super::loading;
use super::slides::{self, SlideMap};
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const CONTEXT: &str = concat!(
    "() => {\n",
    include_str!("injected/words.js"),
    include_str!("injected/context.js"),
    "}",
);
const LOOK_LIMIT: Duration = Duration::from_secs(15);
/// Whether the pointer reaches an element where it is now.
const REACHED: &str = "(e) => {
    const { x, y, width, height } = greenroom.rectOf(e);
    return !greenroom.inViewport(e) || greenroom.coverAt(e, x + width / 2, y + height / 2) === null;
}";

/// Whether something without words is seen.
const PAINTS: &str = "() => [...document.querySelectorAll('img, svg, canvas, video, object, embed')]
    .some((e) => { const { width, height } = e.getBoundingClientRect(); return width * height > 400; })";

/// Where the learner is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PageContext {
    /// `intro`, `content`, `assessment`, `summary` or `blank`
    pub page_type: &'static str,
    slide_number: Option<u64>,
    total_slides: Option<u64>,
    section_title: Option<String>,
    progress_percent: Option<f64>,
    navigation_available: Ways,
    page_title: String,
    url: String,
    activity: Option<String>,
    /// Requests or a sign of loading are still there
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    still_loading: bool,
    /// What decided
    evidence: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
struct Ways {
    next: bool,
    previous: bool,
    menu: bool,
}

/// What one document says.
#[derive(Debug, Deserialize)]
struct Said {
    title: String,
    empty: bool,
    current: String,
    heading: String,
    section: String,
    counters: Vec<Counter>,
    progress: Option<f64>,
    summary: Option<String>,
    /// `Question 2 of 5`, beside something to answer with
    question: Option<String>,
    start: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Counter {
    n: u64,
    m: u64,
    selector: String,
}

/// A slide as the automation API tells it.
struct Slide {
    number: u64,
    total: u64,
    title: Option<String>,
}

/// Looks at all frames. `found` are the elements of the page.
pub async fn read(runtime: &Runtime, found: &[Found]) -> Result<PageContext, StageError> {
    let said = said(runtime).await?;
    let slide = automation_slide(runtime).await?;
    let map = match &slide {
        Some(_) => None,
        None => Some(slides::find(runtime).await?),
    };
    let ways = ways(runtime, found).await?;
    let mut evidence = Vec::new();
    let (slide_number, total_slides) = numbers(slide.as_ref(), &said, map.as_ref(), &mut evidence);
    let (activity, measure) = runtime.live.read(|replica| {
        let delivery = replica.delivery.as_ref();
        let model = replica.engine.data_model();
        let measure = model
            .into_iter()
            .find(|element| element.element == "cmi.progress_measure")
            .and_then(|element| element.value?.parse::<f64>().ok());
        (delivery.map(|delivery| delivery.activity.clone()), measure)
    });
    let shown = said.iter().find_map(|said| said.progress);
    // Where a learner is does not tell how much is done.
    let progress_percent =
        shown.or_else(|| measure.map(|measure| (1000.0 * measure).round() / 10.0));
    let first_said = |of: fn(&Said) -> &String| {
        let texts = said.iter().map(of).find(|text| !text.is_empty());
        texts.cloned()
    };
    let section_title = slide
        .and_then(|slide| slide.title)
        .or_else(|| first_said(|said| &said.current))
        .or_else(|| first_said(|said| &said.heading))
        .or_else(|| first_said(|said| &said.section));
    let is_blank = found.is_empty() && said.iter().all(|said| said.empty) && !paints(runtime).await;
    let page_type = if is_blank {
        evidence.push(blank::cause(runtime).await);
        "blank"
    } else {
        page_type(found, &said, slide_number, ways, &mut evidence)
    };
    Ok(PageContext {
        page_type,
        slide_number,
        total_slides,
        section_title,
        progress_percent,
        navigation_available: ways,
        // The document that has content names the page; outer frames often only hold it.
        page_title: said
            .iter()
            .find(|said| !said.empty && !said.title.is_empty())
            .or_else(|| said.first())
            .map(|said| said.title.clone())
            .unwrap_or_default(),
        url: runtime.shown_url(),
        activity,
        still_loading: loading::is_under_way(runtime).await,
        evidence,
    })
}

/// Whether a frame shows something that is not text: a picture, a film, a drawing.
async fn paints(runtime: &Runtime) -> bool {
    for frame in content::frames(runtime) {
        let painted = frame
            .call_with_toolkit::<bool>(PAINTS, &[], LOOK_LIMIT)
            .await;
        if painted.unwrap_or(false) {
            return true;
        }
    }
    false
}

async fn said(runtime: &Runtime) -> Result<Vec<Said>, StageError> {
    let mut all = Vec::new();
    let mut frames = content::frames(runtime);
    // A course that opened its own window is there, and not in the page that launched it.
    if let Some(window) = runtime.course_window() {
        frames.sort_by_key(|frame| frame.page().main_frame().id() != window.main_frame().id());
    }
    for frame in frames {
        match frame
            .call_with_toolkit::<Said>(CONTEXT, &[], LOOK_LIMIT)
            .await
        {
            Ok(said) => all.push(said),
            // A frame that went away says nothing.
            Err(error) if content::is_absent(runtime, &error) => {}
            Err(error) => {
                return Err(StageError::new(
                    Fault::PageContextError,
                    format!("a frame could not be read: {error}"),
                )
                .detail("frame", frame.id().to_string())
                .detail("cause", error.to_string()));
            }
        }
    }
    Ok(all)
}

/// The place of the current slide, where the course tells both.
async fn automation_slide(runtime: &Runtime) -> Result<Option<Slide>, StageError> {
    let Some(api) = AutomationApi::find(runtime).await? else {
        return Ok(None);
    };
    if !api.has("getCourseStructure") || !api.has("getCurrentSlide") {
        return Ok(None);
    }
    let structure = api.call(runtime, "getCourseStructure", &[]).await?;
    let current = api.call(runtime, "getCurrentSlide", &[]).await?;
    let mut slides = Vec::new();
    collect_slides(&structure, &mut slides);
    let position = slides.iter().position(|slide| slide["id"] == current);
    Ok(position.map(|index| Slide {
        number: index as u64 + 1,
        total: slides.len() as u64,
        title: slides[index]["title"].as_str().map(ToOwned::to_owned),
    }))
}

fn collect_slides<'a>(node: &'a Value, slides: &mut Vec<&'a Value>) {
    if matches!(node["type"].as_str(), Some("slide" | "assessment")) {
        slides.push(node);
    }
    let inner = node.as_array().or_else(|| node["children"].as_array());
    for child in inner.into_iter().flatten() {
        collect_slides(child, slides);
    }
}

fn numbers(
    slide: Option<&Slide>,
    said: &[Said],
    map: Option<&SlideMap>,
    evidence: &mut Vec<String>,
) -> (Option<u64>, Option<u64>) {
    if let Some(slide) = slide {
        evidence.push(format!(
            "slide {} of {} by the automation API",
            slide.number, slide.total
        ));
        return (Some(slide.number), Some(slide.total));
    }
    let by_map = map.and_then(|map| {
        let method = map.discovery_method.as_deref()?;
        let number = u64::try_from(map.current_slide_index).ok()? + 1;
        Some((method, number, map.total_slides as u64))
    });
    let counter = said.iter().flat_map(|said| &said.counters).next();
    // The runtime of an authoring tool knows better than a counter, a counter better than the rest.
    let by_runtime =
        |method: &str| ["captivate", "reveal", "adapt", "storyline_framedata"].contains(&method);
    match (by_map, counter) {
        (Some((method, number, total)), counter) if counter.is_none() || by_runtime(method) => {
            evidence.push(format!("slide {number} of {total} by {method}"));
            (Some(number), Some(total))
        }
        (_, Some(counter)) => {
            evidence.push(format!(
                "counter {} / {} in {}",
                counter.n, counter.m, counter.selector
            ));
            (Some(counter.n), Some(counter.m))
        }
        (_, None) => (None, None),
    }
}

/// Ways on that are visible, enabled and not covered.
async fn ways(runtime: &Runtime, found: &[Found]) -> Result<Ways, StageError> {
    let mut ways = Ways::default();
    if found.is_empty() {
        return Ok(ways);
    }
    let root = content::frame(runtime, None)?;
    for Found { list, entry } in found {
        let usable = entry["visible"] == true && entry["disabled"] == false;
        let (Some(role), Some(selector)) = (
            entry.get("role").and_then(Value::as_str),
            entry["selector"].as_str(),
        ) else {
            continue;
        };
        let way = match role {
            "next" => &mut ways.next,
            "previous" => &mut ways.previous,
            "menu" => &mut ways.menu,
            _ => continue,
        };
        if list != "navigation" || !usable || *way {
            continue;
        }
        let element = root.locator(selector).find().await?;
        if let Some((element, _)) = element {
            *way = element.call(REACHED, &[]).await?;
        }
    }
    Ok(ways)
}

fn page_type(
    found: &[Found],
    said: &[Said],
    slide_number: Option<u64>,
    ways: Ways,
    evidence: &mut Vec<String>,
) -> &'static str {
    let question = found.iter().find(|found| found.list == "assessments");
    if let Some(question) = question {
        let kind = question.entry["type"].as_str().unwrap_or_default();
        let selector = &question.entry["selector"];
        evidence.push(format!("a {kind} question in {selector}"));
        return "assessment";
    }
    let question = said.iter().find_map(|said| said.question.as_ref());
    if let Some(words) = question {
        evidence.push(format!("{words:?}"));
        return "assessment";
    }
    // A result is told once nothing is left to answer or to begin.
    let asks = found
        .iter()
        .any(|found| found.entry.get("purpose") == Some(&json!("submit")));
    let begins = said.iter().any(|said| said.start.is_some());
    let summary = said.iter().find_map(|said| said.summary.as_ref());
    if let Some(words) = summary.filter(|_| !ways.next && !asks && !begins) {
        evidence.push(format!("{words:?} and no way on"));
        return "summary";
    }
    let start = said.iter().find_map(|said| said.start.as_ref());
    if let Some(start) = start.filter(|_| !ways.previous) {
        evidence.push(format!("the control {start:?} and no way back"));
        return "intro";
    }
    if slide_number == Some(1) && !ways.previous {
        evidence.push("the first slide".to_owned());
        return "intro";
    }
    evidence.push("no question, no result, not the first slide".to_owned());
    "content"
}
