//! Looking a selector up: in a document, then depth first in its frames, in open shadow roots,
//! and in popups.

use serde::Deserialize;
use serde_json::{Value, json};

use super::handle::Element;
use super::reason::Reason;
use super::toolkit::STEP;
use crate::error::{BrowserError, Result};
use crate::page::{Frame, Page};

/// Goes through a frame or shadow host into its document.
const THROUGH: &str = ">>>";

/// An element and how many others the selector matches in the same place.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) element: Element,
    pub(super) match_count: usize,
}

#[derive(Debug, Deserialize)]
struct Survey {
    light: usize,
    shadow: usize,
    error: Option<String>,
}

/// Find the first visible match, else the first. An error if the selector is not CSS.
pub(super) async fn find(root: &Frame, selector: &str) -> Result<Option<Found>> {
    let steps: Vec<&str> = selector.split(THROUGH).map(str::trim).collect();
    let (first, rest) = steps.split_first().unwrap_or((&"", &[]));
    let bad = |detail: String| BrowserError::NotActionable {
        selector: selector.into(),
        reason: Reason::BadSelector,
        detail,
    };
    if steps.iter().any(|step| step.is_empty()) {
        return Err(bad("a part of the selector is empty".into()));
    }
    let mut found = find_plain(root, first)
        .await
        .map_err(|error| as_bad(error, &bad))?;
    for step in rest {
        let Some(outer) = found else { return Ok(None) };
        found = find_inside(&outer.element, step)
            .await
            .map_err(|error| as_bad(error, &bad))?;
    }
    Ok(found)
}

fn as_bad(error: SearchError, bad: &impl Fn(String) -> BrowserError) -> BrowserError {
    match error {
        SearchError::NotCss(detail) => bad(detail),
        SearchError::Browser(error) => error,
    }
}

enum SearchError {
    NotCss(String),
    Browser(BrowserError),
}

impl From<BrowserError> for SearchError {
    fn from(error: BrowserError) -> Self {
        Self::Browser(error)
    }
}

type SearchResult<T> = std::result::Result<T, SearchError>;

async fn find_plain(root: &Frame, selector: &str) -> SearchResult<Option<Found>> {
    let mut scopes = vec![root.subtree()];
    scopes.extend(
        popups_of(root.page())
            .into_iter()
            .map(|popup| popup.main_frame().subtree()),
    );
    for frames in scopes {
        if let Some(found) = find_in_frames(&frames, selector).await? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

async fn find_in_frames(frames: &[Frame], selector: &str) -> SearchResult<Option<Found>> {
    let arguments = [json!(selector)];
    let function = "(selector) => greenroom.survey(document, selector)";
    // The first is where the search begins; of the others those that are loaded count.
    let loaded: Vec<&Frame> = frames
        .iter()
        .enumerate()
        .filter(|(index, frame)| *index == 0 || frame.has_scripts())
        .map(|(_, frame)| frame)
        .collect();
    let asks = loaded
        .iter()
        .map(|frame| frame.call_with_toolkit(function, &arguments, STEP));
    let mut surveys = Vec::new();
    for (frame, answer) in loaded.iter().zip(futures::future::join_all(asks).await) {
        match answer {
            Ok(Survey {
                error: Some(error), ..
            }) => return Err(SearchError::NotCss(error)),
            Ok(survey) => surveys.push((frame, survey)),
            // A frame that went away, or is busy, has nothing to offer now.
            Err(
                BrowserError::Closed { .. }
                | BrowserError::Timeout { .. }
                | BrowserError::NoScripts { .. },
            ) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let chosen = surveys
        .iter()
        .find(|(_, survey)| survey.light > 0)
        .or_else(|| surveys.iter().find(|(_, survey)| survey.shadow > 0));
    let Some((frame, survey)) = chosen else {
        return Ok(None);
    };
    let function = "(selector) => greenroom.take(document, selector)";
    let object = frame.handle_with_toolkit(function, &arguments).await?;
    Ok(object.map(|object| Found {
        element: Element::new((**frame).clone(), object),
        match_count: survey.light.max(survey.shadow),
    }))
}

/// Find in the document of a frame element, or in the shadow root of a host.
async fn find_inside(outer: &Element, selector: &str) -> SearchResult<Option<Found>> {
    let node = outer.node().await?;
    if let Some(frame) = node["frameId"].as_str().filter(|_| is_frame(&node)) {
        let inner = outer.frame.page().frame(frame)?;
        let frames = [inner];
        return find_in_frames(&frames, selector).await;
    }
    let arguments = [json!(selector)];
    let function = "(host, selector) => host.shadowRoot
        ? greenroom.survey(host.shadowRoot, selector) : { light: 0, shadow: 0 }";
    let survey: Survey = outer.call(function, &arguments).await?;
    if let Some(error) = survey.error {
        return Err(SearchError::NotCss(error));
    }
    let function =
        "(host, selector) => host.shadowRoot && greenroom.take(host.shadowRoot, selector)";
    let element = outer.derived(function, &arguments).await?;
    let match_count = survey.light.max(survey.shadow);
    Ok(element.map(|element| Found {
        element,
        match_count,
    }))
}

fn is_frame(node: &Value) -> bool {
    matches!(
        node["localName"].as_str(),
        Some("iframe" | "frame" | "object" | "embed")
    )
}

/// Popups of a page and their popups.
fn popups_of(page: &Page) -> Vec<Page> {
    let pages = page.context().pages();
    let mut list: Vec<Page> = Vec::new();
    let mut openers = vec![page.main_frame().id().clone()];
    while let Some(opener) = openers.pop() {
        for popup in pages.iter().filter(|page| page.opener() == Some(&opener)) {
            openers.push(popup.main_frame().id().clone());
            list.push(popup.clone());
        }
    }
    list
}
