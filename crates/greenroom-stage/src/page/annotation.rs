//! Numbers over elements, for the moment of a picture.
//!
//! The boxes are drawn in the top document, which is the player's own unless the course has its
//! own window. Numbers of what can be acted on are the `ref`s of
//! `scorm_dom_find_interactive_elements`.

use std::collections::BTreeMap;
use std::time::Duration;

use greenroom_browser::{BrowserError, Clip, Page, World};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::StageError;
use crate::course::runtime::Runtime;
use crate::page::elements::{self, Found};

const DRAW: &str = include_str!("annotation.js");
const REMOVE: &str = "() => globalThis.greenroomAnnotation?.remove()";
const DRAW_LIMIT: Duration = Duration::from_secs(5);

/// The rectangle of an element in the viewport of its frame.
#[derive(Debug, Deserialize)]
pub struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Draws the numbers of the elements that `page` shows.
pub(super) async fn draw(runtime: &Runtime, page: &Page) -> Result<(), StageError> {
    let found = elements::find(runtime, false).await?;
    let mut marks = Vec::new();
    for (frame, elements) in by_frame(&found) {
        let Ok(frame) = page.frame(frame) else {
            continue;
        };
        // A frame that is not rendered shows nothing to number.
        let Ok(window) = frame.rect_in_page().await else {
            continue;
        };
        marks.extend(
            elements
                .iter()
                .filter_map(|(label, rect)| mark(label, rect, window)),
        );
    }
    show(page, &marks).await?;
    Ok(())
}

/// Shows marks, as [`mark`] makes them.
pub async fn show(page: &Page, marks: &[Value]) -> Result<(), BrowserError> {
    page.main_frame()
        .call_function::<Value>(World::Isolated, DRAW, &[json!(marks)], DRAW_LIMIT)
        .await
        .map(drop)
}

/// Takes the numbers away again.
pub async fn remove(page: &Page) -> Result<(), BrowserError> {
    page.main_frame()
        .call_function::<Value>(World::Isolated, REMOVE, &[], DRAW_LIMIT)
        .await
        .map(drop)
}

/// The elements of each frame with their labels. One that is in several lists has all its numbers.
fn by_frame(found: &[Found]) -> BTreeMap<&str, Vec<(String, Rect)>> {
    let mut frames: BTreeMap<&str, BTreeMap<&str, (String, Rect)>> = BTreeMap::new();
    for Found { entry, .. } in found {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let (Some(frame), Some(selector)) = (text("frame"), text("selector")) else {
            continue;
        };
        let Some(rect) = entry.get("rect").and_then(|it| Rect::deserialize(it).ok()) else {
            continue;
        };
        let number = entry.get("ref").map(Value::to_string).unwrap_or_default();
        let elements = frames.entry(frame).or_default();
        elements
            .entry(selector)
            .and_modify(|(label, _)| *label = format!("{label} {number}"))
            .or_insert((number, rect));
    }
    let listed = |elements: BTreeMap<_, _>| elements.into_values().collect();
    frames
        .into_iter()
        .map(|(frame, elements)| (frame, listed(elements)))
        .collect()
}

/// The part of an element that its frame shows, on the page; nothing if it shows none.
pub fn mark(label: &str, rect: &Rect, window: Clip) -> Option<Value> {
    let left = rect.x.max(0.0);
    let top = rect.y.max(0.0);
    let width = (rect.x + rect.width).min(window.width) - left;
    let height = (rect.y + rect.height).min(window.height) - top;
    (width > 0.0 && height > 0.0).then(|| {
        json!({
            "label": label, "x": window.x + left, "y": window.y + top,
            "width": width, "height": height,
        })
    })
}
