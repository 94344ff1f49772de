//! When a page has come to rest.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Frame, Page, World};
use crate::context::State;
use crate::error::{BrowserError, Result};

/// How long requests and documents must rest.
const QUIET: Duration = Duration::from_millis(250);
/// The usual patience.
const LIMIT: Duration = Duration::from_secs(5);
/// Resolves when its document has not changed for a while.
const DOCUMENT_QUIET: &str = include_str!("../../injected/quiet.js");

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
            let still = {
                let network = &self.context.hub().state().network;
                network.in_flight() == 0 && network.count() == requests
            };
            if calm && still {
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

    /// Wait for all load events and the end of all requests; returns how many there were.
    async fn loaded_and_idle(&self, limit: Duration) -> Result<u64> {
        self.usable()?;
        let check = |state: &State| {
            let frames = state.frames.subtree(&self.main_frame);
            let loaded = !frames.is_empty() && frames.iter().all(|frame| frame.info.loaded);
            let idle = state.network.in_flight() == 0;
            (loaded && idle).then(|| Ok(state.network.count()))
        };
        self.context
            .hub()
            .wait_for("loading the page", limit, check)
            .await
    }

    /// Whether all documents stayed unchanged for [`QUIET`], waiting at most `limit`.
    async fn documents_quiet(&self, limit: Duration) -> Result<bool> {
        let times = [
            json!(QUIET.as_millis() as u64),
            json!(limit.as_millis() as u64),
        ];
        let frames: Vec<Frame> = self
            .frames()
            .into_iter()
            .map(|frame| Frame::new(self.clone(), frame.id))
            .collect();
        let waits = frames.iter().map(|frame| {
            frame.call_function::<bool>(World::Isolated, DOCUMENT_QUIET, &times, limit + QUIET)
        });
        let mut calm = true;
        for answer in futures::future::join_all(waits).await {
            calm &= match answer {
                Ok(calm) => calm,
                Err(error @ BrowserError::Crashed { .. }) => return Err(error),
                // A document that went away, or one that is busy with script.
                Err(_) => false,
            };
        }
        Ok(calm)
    }
}
