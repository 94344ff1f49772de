//! Dragging: for pages that follow the mouse, and for the browser's own drag and drop.

use std::time::Duration;

use serde_json::{Value, json};

use super::Button;
use crate::context::State;
use crate::element::Point;
use crate::error::Result;
use crate::page::{Frame, Page};

/// Moves between source and target.
const STEPS: u8 = 12;
/// How long the browser may take to hand over the dragged data.
const HAND_OVER: Duration = Duration::from_secs(3);
const STEP: Duration = Duration::from_secs(5);

impl Page {
    /// Drag from a point in `source` to another point; tells whether the browser took it for a drag
    /// of data.
    pub(crate) async fn drag(&self, source: &Frame, from: Point, to: Point) -> Result<bool> {
        // A drag of data runs in the operating system; intercepted, it comes to us instead.
        self.call("Input.setInterceptDrags", &json!({"enabled": true}))
            .await?;
        let outcome = self.drag_intercepted(source, from, to).await;
        self.call("Input.setInterceptDrags", &json!({"enabled": false}))
            .await?;
        outcome
    }

    async fn drag_intercepted(&self, source: &Frame, from: Point, to: Point) -> Result<bool> {
        self.context().hub().forget_drag(self.session());
        source
            .call_with_toolkit::<Value>("() => greenroom.watchDrag()", &[], STEP)
            .await?;
        self.move_to(from).await?;
        self.press_at(from, Button::Left, 1).await?;
        for step in 1..=STEPS {
            self.drag_over(between(from, to, f64::from(step) / f64::from(STEPS)))
                .await?;
            // A few pixels decide whether the browser takes it for a drag of data.
            if step <= 3
                && source
                    .call_with_toolkit("() => greenroom.dragBegan()", &[], STEP)
                    .await?
            {
                self.drop_data(to).await?;
                return Ok(true);
            }
        }
        // Some pages look at the target only on a move within it.
        self.drag_over(to).await?;
        self.release_at(to, Button::Left, 1).await?;
        Ok(false)
    }

    async fn drop_data(&self, to: Point) -> Result<()> {
        let session = self.session().clone();
        let handed_over = |state: &State| state.drags.get(&session).cloned().map(Ok);
        let hub = self.context().hub();
        let data = hub
            .wait_for("the start of a drag", HAND_OVER, handed_over)
            .await?;
        for kind in ["dragEnter", "dragOver", "dragOver", "drop"] {
            let params = json!({"type": kind, "x": to.x, "y": to.y, "data": data});
            self.call("Input.dispatchDragEvent", &params).await?;
        }
        self.release_at(to, Button::Left, 1).await
    }
}

fn between(from: Point, to: Point, share: f64) -> Point {
    let at = |a: f64, b: f64| a + (b - a) * share;
    Point {
        x: at(from.x, to.x),
        y: at(from.y, to.y),
    }
}
