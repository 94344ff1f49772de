//! A player whose page is gone: by a crash, or because content got past what holds it.
//!
//! What was acknowledged is in the replica, which goes on answering those who only read.

use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::{BrowserError, ContextEvent, TargetKind};
use greenroom_stdx::now_ms;
use greenroom_web::stage::{Departure, DepartureKind};
use scorm_session::{Event, EventKind};

use super::replica::Replica;
use super::runtime::{PlayerState, Runtime};
use crate::StageError;

/// How long the last events of a page that goes away may be on their way.
const LAST_BREATH: Duration = Duration::from_millis(300);

/// What became of the page.
enum Vanished {
    /// Content left; the course is over.
    Left(Departure),
    /// The page or the browser ended. Closing the course saves what was acknowledged.
    Crashed,
}

impl Runtime {
    /// The course plays, and its page can be used.
    pub fn is_playable(&self) -> bool {
        self.vanished().is_none() && self.live.read(|replica| replica.departed.is_none())
    }

    /// An activity is there, or was until its content left.
    pub fn is_delivered_or_left(&self) -> bool {
        let there = |replica: &Replica| replica.delivery.is_some() || replica.departed.is_some();
        self.live.read(there)
    }

    /// The answer of a player that may be gone: then the replica has all there is.
    pub(super) async fn or_replica(
        &self,
        answer: Result<PlayerState, StageError>,
    ) -> Result<PlayerState, StageError> {
        let Err(error) = answer else { return answer };
        match self.vanished() {
            Some(Vanished::Left(departure)) => {
                self.left_behind(departure).await?;
                Ok(PlayerState::default())
            }
            Some(Vanished::Crashed) => Ok(PlayerState::default()),
            None => Err(error),
        }
    }

    /// Takes the course for closed if its page is gone; does not wait for a page that is there.
    pub async fn notice_departure(&self) -> Result<(), StageError> {
        match self.vanished() {
            Some(Vanished::Left(departure)) => self.left_behind(departure).await,
            Some(Vanished::Crashed) | None => Ok(()),
        }
    }

    /// Notices that the content's window is gone, or the player's taken elsewhere, when it happens.
    pub(super) fn watch_departures(self: &Arc<Self>) {
        let mut events = self.context.events();
        let own = [self.page.main_frame(), self.player()].map(|frame| frame.id().clone());
        let runtime = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                let may_have_left = match event {
                    ContextEvent::Gone { kind, .. } => kind == TargetKind::Page,
                    ContextEvent::Navigated { frame, .. } => own.contains(&frame),
                    ContextEvent::BrowserGone => return,
                    _ => false,
                };
                let Some(runtime) = runtime.upgrade() else {
                    return;
                };
                if may_have_left
                    && !runtime.is_closing()
                    && let Err(error) = runtime.flush().await
                {
                    tracing::debug!(%error, "a course whose window went away");
                }
            }
        });
    }

    fn vanished(&self) -> Option<Vanished> {
        // Who closes the course takes the page away as the last step.
        if self.is_closing() {
            return None;
        }
        let left = |how, url| Vanished::Left(Departure { how, url });
        match self.page.check() {
            Err(BrowserError::Closed { .. }) => Some(left(DepartureKind::ClosesWindow, None)),
            Err(_) => Some(Vanished::Crashed),
            Ok(()) => {
                let above = self.stage.above_url(self.session.id().as_str());
                let is_ours = |url: &str| {
                    url.is_empty() || self.is_players(url) || (self.is_held && url == above)
                };
                let held = self.player().info().map(|frame| frame.url);
                let urls = [self.page.url(), held.unwrap_or_default()];
                let elsewhere = urls.into_iter().find(|url| !is_ours(url));
                elsewhere.map(|url| left(DepartureKind::NavigatesTop, Some(url)))
            }
        }
    }

    /// Closes the course in the place of a player that is gone.
    async fn left_behind(&self, departure: Departure) -> Result<(), StageError> {
        if self.live.read(|replica| replica.departed.is_some()) {
            return Ok(());
        }
        // What the page sent while it went away is the content's own, and comes first.
        let mut changes = self.live.changes();
        while let Ok(Ok(())) = tokio::time::timeout(LAST_BREATH, changes.changed()).await {}
        self.live.depart(departure);
        for kind in [EventKind::CloseRequested, EventKind::ContentUnloaded] {
            self.live.apply(Event::new(now_ms(), 0, kind)).await?;
        }
        Ok(())
    }
}
