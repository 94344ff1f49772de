//! The mouse.

use serde_json::{Value, json};

use crate::element::Point;
use crate::error::Result;
use crate::page::Page;

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Button {
    Left,
    Right,
}

impl Button {
    fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// As in `MouseEvent.buttons`.
    fn mask(self) -> u8 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
        }
    }
}

impl Page {
    /// Move the pointer, no button pressed.
    pub(crate) async fn move_to(&self, point: Point) -> Result<()> {
        self.mouse("mouseMoved", point, json!({"button": "none", "buttons": 0}))
            .await
    }

    /// Move the pointer with the left button held.
    pub(crate) async fn drag_over(&self, point: Point) -> Result<()> {
        self.mouse("mouseMoved", point, json!({"button": "left", "buttons": 1}))
            .await
    }

    pub(crate) async fn press_at(&self, point: Point, button: Button, count: u8) -> Result<()> {
        let more = json!({"button": button.name(), "buttons": button.mask(), "clickCount": count});
        self.mouse("mousePressed", point, more).await
    }

    pub(crate) async fn release_at(&self, point: Point, button: Button, count: u8) -> Result<()> {
        let more = json!({"button": button.name(), "buttons": 0, "clickCount": count});
        self.mouse("mouseReleased", point, more).await
    }

    /// Click `count` times, as fast as a double click is.
    pub(crate) async fn click_at(&self, point: Point, button: Button, count: u8) -> Result<()> {
        self.move_to(point).await?;
        for number in 1..=count {
            self.press_at(point, button, number).await?;
            self.release_at(point, button, number).await?;
        }
        Ok(())
    }

    pub(crate) async fn wheel_at(&self, point: Point, x: f64, y: f64) -> Result<()> {
        self.mouse("mouseWheel", point, json!({"deltaX": x, "deltaY": y}))
            .await
    }

    /// Remembers where an act was done.
    pub(super) fn point_at(&self, point: Point) {
        self.context().hub().state().pointed = Some(point);
    }

    async fn mouse(&self, kind: &str, point: Point, mut params: Value) -> Result<()> {
        self.point_at(point);
        params["type"] = kind.into();
        params["x"] = point.x.into();
        params["y"] = point.y.into();
        params["pointerType"] = "mouse".into();
        self.input("Input.dispatchMouseEvent", &params).await
    }
}
