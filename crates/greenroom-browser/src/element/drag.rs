//! Dragging an element, and whether the page took it.

use serde_json::json;

use super::act::{CLICKABLE, Done, REACHABLE};
use super::handle::{Element, Point, Rect};
use super::locator::{Locator, Ready};
use crate::error::Result;
use crate::page::Frame;

/// Pixels by which a place may differ and still be the same.
const SAME: f64 = 2.0;

/// What came of a drag.
#[derive(Debug, Clone)]
pub struct Dragged {
    /// What was dragged.
    pub done: Done,
    /// The page took the drop. By data: it got the event `drop`, which the browser sends only where
    /// the page allowed it. By mouse: what was dragged is not back in its place.
    pub accepted: bool,
    /// What was dragged is elsewhere now, or gone.
    pub moved: bool,
}

impl Locator {
    /// Drag it with the mouse onto `target`; works for pages that follow the mouse and for those
    /// that use the browser's own drag and drop.
    pub async fn drag_to(&self, target: &Self) -> Result<Dragged> {
        let from = self.ready(CLICKABLE).await?;
        let done = self.done(&from).await?;
        // Looking at the target may scroll the source away, so the source is looked at again.
        let to = target.ready(REACHABLE).await?;
        let from = self.ready(CLICKABLE).await?;
        drag(from, &to.element.frame, to.point, done).await
    }

    /// Drag it with the mouse to a point of the viewport of the frame in which the search began.
    pub async fn drag_to_point(&self, x: f64, y: f64) -> Result<Dragged> {
        let from = self.ready(CLICKABLE).await?;
        let done = self.done(&from).await?;
        let to = self.root.point_in_page(Point { x, y }, false).await?;
        let to = to.map_err(|(reason, detail)| self.not(reason, detail))?;
        drag(from, &self.root, to, done).await
    }
}

async fn drag(from: Ready, onto: &Frame, to: Point, done: Done) -> Result<Dragged> {
    let Ready { element, point, .. } = from;
    let before: Rect = element.call("(e) => greenroom.rectOf(e)", &[]).await?;
    let watch = "() => greenroom.watchDrop()";
    onto.call_with_toolkit::<()>(watch, &[], super::toolkit::STEP)
        .await?;
    let page = element.frame.page().clone();
    let by_data = page.drag(&element.frame, point, to).await?;
    let moved = has_moved(&element, before).await;
    let accepted = if by_data {
        // A document that went away with the drop has taken it.
        let dropped =
            onto.call_with_toolkit("() => greenroom.dropped()", &[], super::toolkit::STEP);
        dropped.await.unwrap_or(true)
    } else {
        moved
    };
    Ok(Dragged {
        done,
        accepted,
        moved,
    })
}

/// Whether it comes to rest elsewhere; gone counts as moved.
async fn has_moved(element: &Element, before: Rect) -> bool {
    let function = "(e) => greenroom.restingPlace(e)";
    match element.call::<Option<Rect>>(function, &[json!(null)]).await {
        Ok(Some(now)) => (now.x - before.x).abs() > SAME || (now.y - before.y).abs() > SAME,
        Ok(None) | Err(_) => true,
    }
}
