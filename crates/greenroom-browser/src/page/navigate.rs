//! Going to an address and waiting for what comes.

use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::{Frame, Page};
use crate::context::{FrameState, State};
use crate::error::{BrowserError, Result};

/// Where a navigation ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Navigation {
    /// Address of the document, after redirects.
    pub url: String,
    /// HTTP status of it; none without HTTP.
    pub status: Option<u16>,
}

impl Page {
    /// Go to `url` and wait for the load event.
    pub async fn navigate(&self, url: &str, limit: Duration) -> Result<Navigation> {
        self.main_frame().navigate(url, limit).await
    }

    /// Wait until the load events of all frames have been fired.
    pub async fn wait_for_load(&self, limit: Duration) -> Result<()> {
        let loaded = |state: &State| {
            let frames = state.frames.subtree(&self.main_frame);
            (!frames.is_empty() && frames.iter().all(|frame| frame.info.loaded)).then_some(Ok(()))
        };
        self.usable()?;
        self.context
            .hub()
            .wait_for("loading the page", limit, loaded)
            .await
    }
}

impl Frame {
    /// Go to `url` and wait for the load event of this frame.
    pub async fn navigate(&self, url: &str, limit: Duration) -> Result<Navigation> {
        let old_loader = self.loader()?;
        let params = json!({"url": url, "frameId": self.id()});
        let failed = |error: &str| BrowserError::NavigationFailed {
            url: url.into(),
            error: error.into(),
        };
        let answer =
            self.call("Page.navigate", &params, limit)
                .await
                .map_err(|error| match error {
                    BrowserError::Timeout { .. } => failed("no answer in time"),
                    BrowserError::Protocol { message, .. } => failed(&message),
                    error => error,
                })?;
        if let Some(error) = answer["errorText"].as_str() {
            return Err(failed(error));
        }
        if answer["loaderId"].is_string() {
            self.wait_until_loaded(limit, |frame| frame.loader != old_loader)
                .await?;
        }
        let info = self.info()?;
        let loader = self.loader()?;
        let request = self
            .page()
            .context()
            .hub()
            .state()
            .network
            .document(&loader);
        Ok(Navigation {
            url: info.url,
            status: request.and_then(|request| request.status_code),
        })
    }

    /// Wait for the load event of the document at `url`, to which the frame is on its way.
    pub(crate) async fn wait_for_arrival(&self, url: &str, limit: Duration) -> Result<()> {
        let failed = |frame: &FrameState| frame.info.url.starts_with("chrome-error:");
        self.wait_until_loaded(limit, |frame| frame.info.url == url || failed(frame))
            .await?;
        if self.info()?.url == url {
            return Ok(());
        }
        Err(BrowserError::NavigationFailed {
            url: url.into(),
            error: "it cannot be reached".into(),
        })
    }

    /// Wait for the load event of the document that `is_wanted`.
    async fn wait_until_loaded(
        &self,
        limit: Duration,
        is_wanted: impl Fn(&FrameState) -> bool,
    ) -> Result<()> {
        let loaded = |state: &State| match state.frames.get(self.id()) {
            None => Some(Err(self.gone())),
            Some(frame) => {
                let crashed = state.targets.get(&frame.session).is_some_and(|t| t.crashed);
                if crashed {
                    return Some(Err(crate::context::renderer_crashed()));
                }
                (is_wanted(frame) && frame.info.loaded).then_some(Ok(()))
            }
        };
        self.page()
            .context()
            .hub()
            .wait_for("loading the page", limit, loaded)
            .await
    }

    fn loader(&self) -> Result<String> {
        let state = self.page().context().hub().state();
        Ok(state
            .frames
            .get(self.id())
            .ok_or_else(|| self.gone())?
            .loader
            .clone())
    }
}
