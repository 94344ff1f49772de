//! The ways in which people and systems leave a page, or come back to it.

use std::time::Duration;

use serde_json::json;

use super::{COMMAND_LIMIT, Page};
use crate::context::State;
use crate::error::{BrowserError, Result};

impl Page {
    /// Ask for the tab to be closed, as its user does: the page is asked first (`beforeunload`), and
    /// may stay. What came of it is told by events.
    pub async fn ask_to_close(&self) -> Result<()> {
        match self.call("Page.close", &json!({})).await {
            Ok(_) | Err(BrowserError::Closed { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Wait until the page is gone.
    pub async fn gone_within(&self, limit: Duration) -> Result<()> {
        let session = self.session().clone();
        let gone = |state: &State| state.targets.get(&session).is_none().then_some(Ok(()));
        let hub = self.context().hub();
        hub.wait_for("closing a page", limit, gone).await
    }

    /// Load it again, as by the browser's own button.
    pub async fn reload(&self) -> Result<()> {
        self.call("Page.reload", &json!({})).await.map(drop)
    }

    /// Go one step back in its history, as by the browser's own button; false if there is none.
    pub async fn go_back(&self) -> Result<bool> {
        let history = self.call("Page.getNavigationHistory", &json!({})).await?;
        let now = history["currentIndex"].as_u64().unwrap_or_default() as usize;
        let before = now
            .checked_sub(1)
            .and_then(|index| history["entries"][index]["id"].as_i64());
        let Some(entry) = before else {
            return Ok(false);
        };
        self.call("Page.navigateToHistoryEntry", &json!({"entryId": entry}))
            .await?;
        Ok(true)
    }

    /// Put it into the back and stop its tasks, as a system does that saves power. It hears of both.
    pub async fn freeze(&self) -> Result<()> {
        let params = json!({"state": "frozen"});
        self.call("Page.setWebLifecycleState", &params)
            .await
            .map(drop)
    }

    /// Let a frozen page go on, in front again.
    pub async fn wake(&self) -> Result<()> {
        let params = json!({"state": "active"});
        self.call("Page.setWebLifecycleState", &params).await?;
        self.call("Page.bringToFront", &json!({})).await.map(drop)
    }

    /// End its process, as a system does that needs the memory of a page in the back. It hears nothing.
    pub async fn discard(&self) -> Result<()> {
        let connection = &self.context().hub().connection;
        // The page that would answer is gone.
        connection.send(Some(self.session()), "Page.crash", &json!({}));
        let session = self.session().clone();
        let gone = |state: &State| match state.targets.get(&session) {
            Some(target) => target.crashed.then_some(Ok(())),
            None => Some(Ok(())),
        };
        let hub = self.context().hub();
        hub.wait_for("discarding a page", COMMAND_LIMIT, gone).await
    }
}
