//! A picture of the course with the findings numbered.

use greenroom_browser::{Area, Image, ImageFormat};
use serde_json::Value;

use super::Finding;
use crate::StageError;
use crate::course::runtime::Runtime;
use crate::page::annotation::{self, Rect};
use crate::page::content;

/// The picture at full size and the one that is sent along.
pub async fn picture(
    runtime: &Runtime,
    findings: &[Finding],
) -> Result<(Image, Image), StageError> {
    let page = runtime.shown_page();
    annotation::show(&page, &marks(runtime, findings).await).await?;
    let taken = page
        .screenshot_with_inline(&Area::Viewport, ImageFormat::Png)
        .await;
    annotation::remove(&page).await?;
    Ok(taken?)
}

/// Where the places of the findings are in the window; those out of view have no mark.
async fn marks(runtime: &Runtime, findings: &[Finding]) -> Vec<Value> {
    let Ok(root) = content::frame(runtime, None) else {
        return Vec::new();
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
        marks.extend(annotation::mark(&node.number.to_string(), &rect, window));
    }
    marks
}
