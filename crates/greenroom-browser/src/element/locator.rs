//! A selector and where to look it up: found anew for each act, with patience.

use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde_json::json;

use super::handle::{Element, ElementInfo, Looked, Needs, Point};
use super::reason::Reason;
use super::selector::{self, Found};
use super::toolkit::STEP;
use crate::error::{BrowserError, Result};
use crate::page::{Frame, Page};

/// Pause between looks at a page that is not ready.
const PAUSE: Duration = Duration::from_millis(50);

/// A selector from a frame on. See [`Frame::locator`].
#[derive(Debug, Clone)]
pub struct Locator {
    pub(super) root: Frame,
    pub(super) selector: String,
    pub(super) patience: Duration,
}

/// An element that is ready, and where to point at it.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) element: Element,
    pub(super) point: Point,
    pub(super) match_count: usize,
}

impl Frame {
    /// Look for CSS `selector` in this frame's document, then depth first in its frames, in open
    /// shadow roots and in popups. `A >>> B` goes through frame or shadow host A.
    pub fn locator(&self, selector: &str) -> Locator {
        let patience = Duration::from_secs(5);
        Locator {
            root: self.clone(),
            selector: selector.into(),
            patience,
        }
    }

    /// This frame and those nested in it, depth first.
    pub fn subtree(&self) -> Vec<Self> {
        let state = self.page().context().hub().state();
        let frames = state.frames.subtree(self.id());
        frames
            .iter()
            .map(|frame| Self::new(self.page().clone(), frame.info.id.clone()))
            .collect()
    }
}

impl Page {
    /// [`Frame::locator`] from the main frame.
    pub fn locator(&self, selector: &str) -> Locator {
        self.main_frame().locator(selector)
    }
}

impl Locator {
    /// How long acts wait until they are possible; 5 s without this.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The element now, without waiting, and how many match beside it.
    pub async fn find(&self) -> Result<Option<(Element, usize)>> {
        let found = selector::find(&self.root, &self.selector).await?;
        Ok(found.map(
            |Found {
                 element,
                 match_count,
             }| (element, match_count),
        ))
    }

    /// What is told about the element now; none if nothing matches.
    pub async fn info(&self) -> Result<Option<(ElementInfo, usize)>> {
        match self.find().await? {
            Some((element, match_count)) => {
                Ok(Some((element.info(&self.root).await?, match_count)))
            }
            None => Ok(None),
        }
    }

    /// Wait until the element is there, and visible if asked for.
    pub async fn wait(&self, visible: bool) -> Result<Element> {
        self.until(|element, _| {
            async move {
                if visible {
                    let hidden: Option<String> =
                        element.call("(e) => greenroom.whyHidden(e)", &[]).await?;
                    if let Some(detail) = hidden {
                        return Ok(Err((Reason::NotVisible, detail)));
                    }
                }
                Ok(Ok(element))
            }
            .boxed()
        })
        .await
    }

    /// Wait until the element can be acted on.
    pub(super) async fn ready(&self, needs: Needs) -> Result<Ready> {
        self.until(|element, match_count| {
            async move {
                let point = element.point(needs).await?;
                Ok(point.map(|point| Ready {
                    element,
                    point,
                    match_count,
                }))
            }
            .boxed()
        })
        .await
    }

    /// Find and `look` until it gives a value or patience ends.
    ///
    /// The futures are boxed, so that callers may move the whole wait to another thread.
    pub(super) async fn until<T>(
        &self,
        look: impl Fn(Element, usize) -> BoxFuture<'static, Result<Looked<T>>>,
    ) -> Result<T> {
        let began = Instant::now();
        loop {
            let outcome = match selector::find(&self.root, &self.selector).await {
                Ok(Some(found)) => look(found.element, found.match_count).await,
                Ok(None) => Ok(Err((Reason::NotFound, self.searched()))),
                Err(error) => Err(error),
            };
            let (reason, detail) = match outcome {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(why)) => why,
                // The document went away under our hands; the next one may have the element.
                Err(BrowserError::Closed { what }) if self.root.page().is_open() => {
                    (Reason::NotFound, format!("{what} went away"))
                }
                Err(error) => return Err(error),
            };
            if !reason.may_pass() || began.elapsed() >= self.patience {
                let near = if reason == Reason::NotFound {
                    self.near().await
                } else {
                    None
                };
                return Err(self.not(reason, detail + &near.unwrap_or_default()));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    pub(super) fn not(&self, reason: Reason, detail: impl Into<String>) -> BrowserError {
        let (selector, detail) = (self.selector.clone(), detail.into());
        BrowserError::NotActionable {
            selector,
            reason,
            detail,
        }
    }

    /// What the selector may have meant.
    async fn near(&self) -> Option<String> {
        let function = "(selector) => greenroom.nearMatches(selector)";
        let last = self.selector.rsplit(">>>").next().unwrap_or(&self.selector);
        let mut near = Vec::new();
        for frame in self.root.subtree().into_iter().filter(Frame::has_scripts) {
            let answer = frame
                .call_with_toolkit::<Vec<String>>(function, &[json!(last)], STEP)
                .await;
            // A frame that cannot say has nothing near.
            let found = answer.unwrap_or_default();
            if found.is_empty() {
                continue;
            }
            let path = frame.path_from(&self.root).await.ok()?;
            let whole = |step: String| {
                path.iter()
                    .cloned()
                    .chain([step])
                    .collect::<Vec<_>>()
                    .join(" >>> ")
            };
            near.extend(found.into_iter().map(whole));
        }
        near.truncate(5);
        (!near.is_empty()).then(|| format!("; near matches: {}", near.join(", ")))
    }

    fn searched(&self) -> String {
        let addresses: Vec<String> = self
            .root
            .subtree()
            .iter()
            .filter_map(|f| f.info().ok())
            .map(|info| info.url)
            .collect();
        format!("nothing matches in {}", addresses.join(", "))
    }
}
