//! A page at rest is pictured as its window shows it.
//!
//! For `Page.captureScreenshot` Chromium draws the page anew and copies the frame after that one,
//! which takes two or three ticks of its frame clock. Where nothing waits to be drawn, the window
//! shows the newest frame already, and a screencast hands that over at once.

use std::time::{Duration, Instant};

use serde_json::json;

use super::Page;
use super::picture::{Image, ImageFormat};
use super::settle::all_say;

/// Resolves with whether nothing waits to be drawn.
const NOTHING_TO_DRAW: &str = include_str!("../../injected/nothing_to_draw.js");
/// A page at rest says so at once. Another one need not be waited for.
const ANSWER_LIMIT: Duration = Duration::from_millis(4);
/// How long a page may take to ask for a frame after something was done to it.
const REACTION: Duration = Duration::from_millis(50);
/// How long the browser may take to hand a frame over.
const HAND_OVER_LIMIT: Duration = Duration::from_millis(500);

impl Page {
    /// Do something to the page that it may have to draw.
    pub(super) async fn stirring<T>(&self, act: impl Future<Output = T>) -> T {
        self.stir();
        let done = act.await;
        self.stir();
        done
    }

    fn stir(&self) {
        self.context.hub().state().stirred = Some(Instant::now());
    }

    /// Whether its window shows all there is to show.
    pub(super) async fn shows_all(&self) -> bool {
        let may_be = {
            let state = self.context.hub().state();
            // Pages that share a process are told of idle time together.
            let alone = state.targets.pages().len() == 1;
            let stirred = state.stirred.is_some_and(|when| when.elapsed() < REACTION);
            alone && !stirred && self.idle_after(&state).is_some()
        };
        if !may_be {
            return false;
        }
        // Idle time is that of a process, whichever of its documents asks.
        let processes = self.processes();
        let nothing = all_say(&processes, NOTHING_TO_DRAW, &[], HAND_OVER_LIMIT);
        let nothing = tokio::time::timeout(ANSWER_LIMIT, nothing).await;
        matches!(nothing, Ok(Ok(true)))
    }

    /// What its window shows; none if the browser does not hand it over.
    pub(super) async fn shown(&self, format: ImageFormat, quality: u8) -> Option<Image> {
        let cast = Cast::start(self, format, quality);
        let image = cast.frame().await?;
        Image::from_base64(&image, format)
    }
}

/// A screencast, which ends when it is dropped.
struct Cast<'p> {
    page: &'p Page,
}

impl<'p> Cast<'p> {
    fn start(page: &'p Page, format: ImageFormat, quality: u8) -> Self {
        let params = json!({"format": format.cdp(), "quality": quality});
        let hub = page.context.hub();
        hub.state().shown.insert(page.session.clone(), None);
        let start = "Page.startScreencast";
        hub.connection.send(Some(&page.session), start, &params);
        Self { page }
    }

    /// The frame that the window shows.
    async fn frame(&self) -> Option<String> {
        let session = &self.page.session;
        let hub = self.page.context.hub();
        hub.wait_for("a frame of the page", HAND_OVER_LIMIT, |state| {
            state.shown.get(session)?.clone().map(Ok)
        })
        .await
        .ok()
    }
}

impl Drop for Cast<'_> {
    fn drop(&mut self) {
        let Page {
            context, session, ..
        } = self.page;
        let hub = context.hub();
        let stop = "Page.stopScreencast";
        hub.connection.send(Some(session), stop, &json!({}));
        // A frame that is under way must not be taken for one of the next cast.
        self.page.stir();
        hub.state().shown.remove(session);
    }
}
