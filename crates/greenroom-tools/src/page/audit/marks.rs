//! A picture of the course with the findings numbered.

use std::time::Duration;

use greenroom_browser::{Area, BrowserError, Image, ImageFormat, World};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Finding;
use crate::ToolError;
use crate::page::content;
use crate::stage::runtime::Runtime;

const DRAW: &str = include_str!("../injected/marks.js");
const REMOVE: &str = "() => globalThis.greenroomMarks?.remove()";
const LIMIT: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
struct Rect {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The picture at full size and the one that is sent along.
pub(crate) async fn picture(
    runtime: &Runtime,
    findings: &[Finding],
) -> Result<(Image, Image), ToolError> {
    let marks = marks(runtime, findings).await?;
    // Drawn in the player's own document, above the course's frame: the course sees nothing of it.
    let top = runtime.page.main_frame();
    let drawn = [json!(marks)];
    top.call_function::<Value>(World::Isolated, DRAW, &drawn, LIMIT)
        .await?;
    let taken = runtime
        .page
        .screenshot_with_inline(&Area::Viewport, ImageFormat::Png)
        .await;
    top.call_function::<Value>(World::Isolated, REMOVE, &[], LIMIT)
        .await?;
    Ok(taken?)
}

/// Where the places of the findings are in the window; those out of view have no mark.
async fn marks(runtime: &Runtime, findings: &[Finding]) -> Result<Vec<Value>, BrowserError> {
    let Ok(root) = content::frame(runtime, None) else {
        return Ok(Vec::new());
    };
    let mut marks = Vec::new();
    for node in findings.iter().flat_map(|finding| &finding.nodes) {
        if node.number == 0 {
            continue;
        }
        let Ok(Some((element, _))) = root.locator(&node.selector).find().await else {
            continue;
        };
        let rect: Result<Rect, _> = element.call("(e) => greenroom.rectOf(e)", &[]).await;
        let (Ok(rect), Ok(window)) = (rect, element.frame().rect_in_page().await) else {
            continue;
        };
        let (left, top) = (rect.x.max(0.0), rect.y.max(0.0));
        let width = (rect.x + rect.width).min(window.width) - left;
        let height = (rect.y + rect.height).min(window.height) - top;
        if width > 0.0 && height > 0.0 {
            marks.push(json!({
                "label": node.number, "x": window.x + left, "y": window.y + top,
                "width": width, "height": height,
            }));
        }
    }
    Ok(marks)
}
