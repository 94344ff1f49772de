//! Acts on elements with real input.

use serde::Serialize;

use super::aim::Press;
use super::handle::{ElementInfo, Needs, Point};
use super::locator::{Locator, Ready};
use super::toolkit::STEP;
use crate::error::Result;
use crate::input::Button;
use crate::page::{Area, Frame};

/// Which click.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClickKind {
    /// Left button, once.
    #[default]
    Single,
    /// Left button, twice.
    Double,
    /// Right button: the context menu.
    Right,
}

/// What was acted on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Done {
    /// The element, as it was just before.
    pub element: ElementInfo,
    /// How many elements the selector matches there.
    pub match_count: usize,
}

pub(super) const CLICKABLE: Needs = Needs {
    enabled: true,
    hit: true,
    force: false,
};
/// The middle of the element, whatever is there.
const FORCED: Needs = Needs {
    enabled: false,
    hit: false,
    force: true,
};
/// In sight, whatever lies on it.
const SEEN: Needs = Needs {
    enabled: false,
    hit: false,
    force: false,
};
pub(super) const REACHABLE: Needs = Needs {
    enabled: false,
    hit: true,
    force: false,
};

impl Frame {
    /// Turn the wheel over the middle of what the frame shows; positive is right and down.
    pub async fn wheel(&self, x: f64, y: f64) -> Result<()> {
        let middle = "() => [innerWidth / 2, innerHeight / 2]";
        let (left, top): (f64, f64) = self.call_with_toolkit(middle, &[], STEP).await?;
        let point = Point { x: left, y: top };
        let point = self.point_in_page(point, true).await?;
        let (page, html) = (self.page(), self.locator("html"));
        let point = point.map_err(|(reason, detail)| html.not(reason, detail))?;
        page.wheel_at(point, x, y).await
    }
}

impl Locator {
    /// Click with the mouse.
    pub async fn click(&self, kind: ClickKind) -> Result<Done> {
        self.click_where(CLICKABLE, kind).await
    }

    /// Click in its middle, even if it is covered, disabled or moves.
    pub async fn force_click(&self, kind: ClickKind) -> Result<Done> {
        self.click_where(FORCED, kind).await
    }

    async fn click_where(&self, needs: Needs, kind: ClickKind) -> Result<Done> {
        let (button, count) = match kind {
            ClickKind::Single => (Button::Left, 1),
            ClickKind::Double => (Button::Left, 2),
            ClickKind::Right => (Button::Right, 1),
        };
        self.press(needs, Press::Mouse(button, count)).await
    }

    /// Tap with a finger.
    pub async fn tap(&self) -> Result<Done> {
        self.press(CLICKABLE, Press::Finger).await
    }

    /// Move the pointer over it.
    pub async fn hover(&self) -> Result<Done> {
        let ready = self.ready(REACHABLE).await?;
        let done = self.done(&ready).await?;
        ready.element.frame.page().move_to(ready.point).await?;
        Ok(done)
    }

    /// Scroll it into view.
    pub async fn scroll_into_view(&self) -> Result<Done> {
        let ready = self.ready(SEEN).await?;
        self.done(&ready).await
    }

    /// The area for a picture of it, scrolled into view.
    pub async fn area(&self) -> Result<Area> {
        let ready = self.ready(SEEN).await?;
        Ok(Area::Clip(ready.element.clip().await?))
    }

    /// Turn the wheel over it; positive is right and down.
    pub async fn wheel(&self, x: f64, y: f64) -> Result<Done> {
        let ready = self.ready(REACHABLE).await?;
        let done = self.done(&ready).await?;
        ready
            .element
            .frame
            .page()
            .wheel_at(ready.point, x, y)
            .await?;
        Ok(done)
    }

    /// Give it the focus.
    pub async fn focus(&self) -> Result<Done> {
        let ready = self
            .ready(Needs {
                enabled: true,
                ..SEEN
            })
            .await?;
        let done = self.done(&ready).await?;
        let function = "(e) => { e.focus(); const a = e.getRootNode().activeElement;
            return a === e || e.contains(a) }";
        if ready.element.call::<bool>(function, &[]).await? {
            Ok(done)
        } else {
            Err(self.not(super::Reason::NotFillable, "it does not take the focus"))
        }
    }

    pub(super) async fn done(&self, ready: &Ready) -> Result<Done> {
        let element = ready.element.info(&self.root).await?;
        Ok(Done {
            element,
            match_count: ready.match_count,
        })
    }
}
