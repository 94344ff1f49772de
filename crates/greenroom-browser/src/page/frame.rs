//! A frame: one place in a page that shows documents.

use std::time::Duration;

use serde_json::{Value, json};

use super::{COMMAND_LIMIT, Page, World};
use crate::cdp::SessionId;
use crate::context::{FrameId, FrameInfo, ISOLATED, renderer_crashed};
use crate::error::{BrowserError, Result};

/// How long a document may take to have a world of scripts. Ours is there from its first moment on.
const CONTEXT_LIMIT: Duration = Duration::from_secs(2);

/// A frame of a page. Clones are the same frame.
#[derive(Debug, Clone)]
pub struct Frame {
    page: Page,
    id: FrameId,
}

impl Frame {
    pub(crate) fn new(page: Page, id: FrameId) -> Self {
        Self { page, id }
    }

    /// Its page.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Its id.
    pub fn id(&self) -> &FrameId {
        &self.id
    }

    /// Name, address and state; an error if the frame is gone.
    pub fn info(&self) -> Result<FrameInfo> {
        let state = self.page.context.hub().state();
        let frame = state.frames.get(&self.id).ok_or_else(|| self.gone())?;
        Ok(frame.info.clone())
    }

    /// Whether its document runs scripts, ours too. One that was never loaded, as a lazy frame
    /// below the fold, has none.
    pub fn has_scripts(&self) -> bool {
        self.known_context(ISOLATED)
            .is_ok_and(|known| known.is_some())
    }

    pub(crate) fn gone(&self) -> BrowserError {
        BrowserError::closed(format!("frame {}", self.id))
    }

    /// The session that its document lives in now.
    pub(crate) fn session(&self) -> Result<SessionId> {
        self.page.usable()?;
        let state = self.page.context.hub().state();
        let frame = state.frames.get(&self.id).ok_or_else(|| self.gone())?;
        match state.targets.get(&frame.session) {
            Some(target) if target.crashed => Err(renderer_crashed()),
            _ => Ok(frame.session.clone()),
        }
    }

    /// Send a CDP command to the session of its document.
    pub(crate) async fn call(
        &self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value> {
        let session = self.session()?;
        self.page
            .context
            .hub()
            .connection
            .call(Some(&session), method, params, limit)
            .await
    }

    /// Unique id of the script context of `world`, made if need be.
    pub(crate) async fn script_context(&self, world: World, limit: Duration) -> Result<String> {
        let name = match world {
            World::Main => "",
            World::Isolated => ISOLATED,
        };
        if let Some(context) = self.known_context(name)? {
            return Ok(context);
        }
        if world == World::Isolated {
            let params = json!({"frameId": self.id, "worldName": ISOLATED});
            self.call("Page.createIsolatedWorld", &params, COMMAND_LIMIT)
                .await?;
        }
        let check = |state: &crate::context::State| match state.frames.get(&self.id) {
            None => Some(Err(self.gone())),
            Some(frame) => frame
                .worlds
                .get(name)
                .map(|context| Ok(context.unique.clone())),
        };
        let limit = limit.min(CONTEXT_LIMIT);
        let hub = self.page.context.hub();
        match hub.wait_for("a script context", limit, check).await {
            Err(BrowserError::Timeout { .. }) => Err(BrowserError::NoScripts {
                frame: self.id.to_string(),
            }),
            made => made,
        }
    }

    /// Number, within its session, of the script context of our world.
    pub(crate) async fn script_context_number(&self) -> Result<i64> {
        self.script_context(World::Isolated, COMMAND_LIMIT).await?;
        let state = self.page.context.hub().state();
        let frame = state.frames.get(&self.id).ok_or_else(|| self.gone())?;
        frame
            .worlds
            .get(ISOLATED)
            .map(|context| context.number)
            .ok_or_else(|| self.gone())
    }

    fn known_context(&self, name: &str) -> Result<Option<String>> {
        let state = self.page.context.hub().state();
        let frame = state.frames.get(&self.id).ok_or_else(|| self.gone())?;
        Ok(frame.worlds.get(name).map(|context| context.unique.clone()))
    }
}
