//! When a page has come to rest.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Frame, Page, World};
use crate::context::{FrameInfo, State};
use crate::error::{BrowserError, Result};

/// How long requests and documents must rest.
const QUIET: Duration = Duration::from_millis(250);
/// The usual patience.
const LIMIT: Duration = Duration::from_secs(5);
/// Resolves when its document has not changed for a while.
const DOCUMENT_QUIET: &str = include_str!("../../injected/quiet.js");

/// Resolves with whether its document stays unchanged for the next frames.
const STILL: &str = include_str!("../../injected/still.js");
/// How long a document may take to say so.
const STILL_LIMIT: Duration = Duration::from_secs(2);

/// How waiting for rest ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// False if the page was still busy when patience ended.
    pub settled: bool,
    /// How long it took.
    pub elapsed: Duration,
}

impl Page {
    /// Wait until the load events of all frames have been fired and there were neither requests
    /// nor changes of documents for 250 ms; at most 5 s.
    pub async fn settle(&self) -> Result<Settled> {
        self.settle_within(LIMIT).await
    }

    /// As [`Self::settle`], at most `limit`.
    pub async fn settle_within(&self, limit: Duration) -> Result<Settled> {
        let began = Instant::now();
        let left = || limit.saturating_sub(began.elapsed());
        while !left().is_zero() {
            let requests = match self.loaded_and_idle(left()).await {
                Ok(requests) => requests,
                Err(BrowserError::Timeout { .. }) => break,
                Err(error) => return Err(error),
            };
            let calm = self.documents_quiet(left()).await?;
            let after = self.idle_after(&self.context.hub().state());
            if calm && after == Some(requests) {
                return Ok(Settled {
                    settled: true,
                    elapsed: began.elapsed(),
                });
            }
        }
        self.usable()?;
        Ok(Settled {
            settled: false,
            elapsed: began.elapsed(),
        })
    }

    /// Whether the page is done already: all load events fired, no request under way, and no
    /// document changes while a frame is painted, nor in the next one if the page asked for it.
    /// Says so at once where [`Self::settle`] would wait, but takes a page for done that only
    /// sleeps.
    pub async fn is_still(&self) -> Result<bool> {
        self.usable()?;
        let Some(requests) = self.idle_after(&self.context.hub().state()) else {
            return Ok(false);
        };
        let still = all_say(&self.documents(), STILL, &[], STILL_LIMIT).await?;
        let after = self.idle_after(&self.context.hub().state());
        Ok(still && after == Some(requests))
    }

    /// Whether load events of its frames or answers to requests are still to come.
    pub fn is_loading(&self) -> bool {
        self.idle_after(&self.context.hub().state()).is_none()
    }

    /// How many requests there were, once all load events have been fired and none is under way.
    pub(super) fn idle_after(&self, state: &State) -> Option<u64> {
        let frames = state.frames.subtree(&self.main_frame);
        let loaded = !frames.is_empty() && frames.iter().all(|frame| frame.info.loaded);
        (loaded && state.network.in_flight() == 0).then(|| state.network.count())
    }

    /// Wait for all load events and the end of all requests; returns how many there were.
    async fn loaded_and_idle(&self, limit: Duration) -> Result<u64> {
        self.usable()?;
        self.context
            .hub()
            .wait_for("loading the page", limit, |state| {
                self.idle_after(state).map(Ok)
            })
            .await
    }

    /// Whether all documents stayed unchanged for [`QUIET`], waiting at most `limit`.
    async fn documents_quiet(&self, limit: Duration) -> Result<bool> {
        let times = [
            json!(QUIET.as_millis() as u64),
            json!(limit.as_millis() as u64),
        ];
        all_say(&self.documents(), DOCUMENT_QUIET, &times, limit + QUIET).await
    }

    /// The documents that run scripts, and so can be asked.
    pub(super) fn documents(&self) -> Vec<Frame> {
        let frame = |frame: FrameInfo| Frame::new(self.clone(), frame.id);
        let frames = self.frames().into_iter().map(frame);
        frames
            .filter(|frame| *frame.id() == self.main_frame || frame.has_scripts())
            .collect()
    }

    /// A document of each process that draws a part of the page.
    pub(super) fn processes(&self) -> Vec<Frame> {
        let mut known = HashSet::new();
        let mut documents = self.documents();
        documents.retain(|frame| frame.session().is_ok_and(|session| known.insert(session)));
        documents
    }
}

/// Whether `script` says yes in all these documents.
pub(super) async fn all_say(
    documents: &[Frame],
    script: &str,
    arguments: &[Value],
    limit: Duration,
) -> Result<bool> {
    let waits = documents
        .iter()
        .map(|frame| frame.ask::<bool>(World::Isolated, script, arguments, limit));
    let mut all = true;
    for answer in futures::future::join_all(waits).await {
        all &= match answer {
            Ok(yes) => yes,
            Err(error @ BrowserError::Crashed { .. }) => return Err(error),
            // A document that went away, or one that is busy with script.
            Err(_) => false,
        };
    }
    Ok(all)
}
