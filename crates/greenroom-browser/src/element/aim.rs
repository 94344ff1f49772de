//! A press on an element that may move away between the look and the press.

use std::time::{Duration, Instant};

use serde_json::json;

use super::act::Done;
use super::handle::{Element, Needs, Point};
use super::locator::Locator;
use super::reason::Reason;
use crate::error::Result;
use crate::input::Button;
use crate::page::Page;

/// How long a page may be busy with a press before it counts as hit.
const REACTION: Duration = Duration::from_secs(3);

/// With what an element is pressed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Press {
    /// A button of the mouse, this often.
    Mouse(Button, u8),
    Finger,
}

impl Press {
    async fn at(self, page: &Page, point: Point) -> Result<()> {
        match self {
            Self::Mouse(button, count) => page.click_at(point, button, count).await,
            Self::Finger => page.tap_at(point).await,
        }
    }
}

impl Locator {
    /// Press where the element is. A press that misses, because the element has moved meanwhile,
    /// reaches nothing in the page and is done again.
    pub(super) async fn press(&self, needs: Needs, press: Press) -> Result<Done> {
        let began = Instant::now();
        loop {
            let ready = self.ready(needs).await?;
            let done = self.done(&ready).await?;
            let page = ready.element.frame.page();
            if !needs.hit {
                press.at(page, ready.point).await?;
                return Ok(done);
            }
            ready.element.watch_aim().await?;
            press.at(page, ready.point).await?;
            if !ready.element.missed_aim().await {
                return Ok(done);
            }
            if began.elapsed() >= self.patience {
                return Err(self.not(Reason::Unstable, "it moves away from the pointer"));
            }
        }
    }
}

impl Element {
    async fn watch_aim(&self) -> Result<()> {
        self.call("(e) => greenroom.watchAim(e)", &[]).await
    }

    /// A document that went away with the press was hit, and so was one that is busy with it.
    async fn missed_aim(&self) -> bool {
        let params = json!({
            "functionDeclaration": "() => greenroom.missedAim()", "objectId": self.object,
            "returnByValue": true,
        });
        // Not as other scripts: those end what keeps the page busy.
        let answer = self
            .frame
            .call("Runtime.callFunctionOn", &params, REACTION)
            .await;
        answer.is_ok_and(|answer| answer["result"]["value"] == true)
    }
}
