//! A page: a tab or popup with its frames.

mod evaluate;
mod exception;
mod film;
mod frame;
mod leaving;
mod navigate;
mod picture;
mod rect;
mod screenshot;
mod settle;
mod shown;
mod sight;

pub use evaluate::{EvaluateOptions, Evaluated, World};
pub use exception::Exception;
pub(crate) use film::Reel;
pub use film::{Film, FilmFrame, FilmOptions};
pub use frame::Frame;
pub use navigate::Navigation;
pub use picture::{Image, ImageFormat};
pub(crate) use rect::bounds;
pub use settle::Settled;
pub use sight::{Area, Clip};

use std::time::Duration;

use serde_json::{Value, json};

use crate::cdp::SessionId;
use crate::context::{
    Context, FrameId, FrameInfo, Target, Viewport, renderer_crashed, viewport_commands,
};
use crate::error::{BrowserError, Result};

/// Deadline of commands that should be answered at once.
const COMMAND_LIMIT: Duration = Duration::from_secs(10);

/// A tab or popup. Clones are the same page. A page is not closed when its handles are dropped;
/// its context keeps it.
#[derive(Debug, Clone)]
pub struct Page {
    context: Context,
    session: SessionId,
    main_frame: FrameId,
    opener: Option<FrameId>,
}

impl Page {
    pub(crate) fn new(context: Context, target: &Target) -> Self {
        Self {
            context,
            session: target.session.clone(),
            main_frame: target.main_frame(),
            opener: target.opener.as_deref().map(FrameId::new),
        }
    }

    /// The context that it belongs to.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Its top frame. The id of that frame is also the id of the page.
    pub fn main_frame(&self) -> Frame {
        Frame::new(self.clone(), self.main_frame.clone())
    }

    /// Id of the page, if any, whose script opened this one.
    pub fn opener(&self) -> Option<&FrameId> {
        self.opener.as_ref()
    }

    /// Its frames, depth first.
    pub fn frames(&self) -> Vec<FrameInfo> {
        let state = self.context.hub().state();
        state
            .frames
            .subtree(&self.main_frame)
            .iter()
            .map(|frame| frame.info.clone())
            .collect()
    }

    /// A frame by id, name, or part of its address, in this order.
    pub fn frame(&self, wanted: &str) -> Result<Frame> {
        let frames = self.frames();
        let found = frames
            .iter()
            .find(|frame| frame.id.as_str() == wanted)
            .or_else(|| {
                frames
                    .iter()
                    .find(|frame| !wanted.is_empty() && frame.name == wanted)
            })
            .or_else(|| {
                frames
                    .iter()
                    .find(|frame| !wanted.is_empty() && frame.url.contains(wanted))
            })
            .ok_or_else(|| BrowserError::FrameNotFound {
                wanted: wanted.into(),
            })?;
        Ok(Frame::new(self.clone(), found.id.clone()))
    }

    /// Address of the main document.
    pub fn url(&self) -> String {
        let state = self.context.hub().state();
        state
            .frames
            .get(&self.main_frame)
            .map(|frame| frame.info.url.clone())
            .unwrap_or_default()
    }

    pub(crate) fn session(&self) -> &SessionId {
        &self.session
    }

    /// Whether the page can still be used.
    pub fn is_open(&self) -> bool {
        self.usable().is_ok()
    }

    /// Why the page cannot be used any more, if so.
    pub fn check(&self) -> Result<()> {
        self.usable()
    }

    /// Give it another screen.
    pub async fn set_viewport(&self, viewport: &Viewport) -> Result<()> {
        for (method, params) in viewport_commands(viewport) {
            self.call(method, &params).await?;
        }
        Ok(())
    }

    /// Close it. With `run_unload` its unload handlers run first.
    pub async fn close(&self, run_unload: bool) -> Result<()> {
        if run_unload {
            self.call("Page.close", &json!({})).await?;
        } else {
            let params = json!({"targetId": self.main_frame});
            self.call("Target.closeTarget", &params).await?;
        }
        let session = &self.session;
        let gone =
            |state: &crate::context::State| state.targets.get(session).is_none().then_some(Ok(()));
        self.context
            .hub()
            .wait_for("closing a page", COMMAND_LIMIT, gone)
            .await
    }

    /// Send a CDP command to the page's own session.
    pub async fn call(&self, method: &str, params: &Value) -> Result<Value> {
        self.call_within(method, params, COMMAND_LIMIT).await
    }

    /// Send input. The page may answer it by closing itself, which is not a failure of the input.
    pub(crate) async fn input(&self, method: &str, params: &Value) -> Result<()> {
        match self.call(method, params).await {
            Ok(_) | Err(BrowserError::Closed { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn call_within(
        &self,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value> {
        self.stirring(self.ask(method, params, limit)).await
    }

    /// As [`Self::call_within`], for a command after which the page looks as before.
    async fn ask(&self, method: &str, params: &Value, limit: Duration) -> Result<Value> {
        self.usable()?;
        let connection = &self.context.hub().connection;
        connection
            .call(Some(&self.session), method, params, limit)
            .await
    }

    fn usable(&self) -> Result<()> {
        let state = self.context.hub().state();
        match state.targets.get(&self.session) {
            Some(target) if target.crashed => Err(state.gone().unwrap_or_else(renderer_crashed)),
            Some(_) => Ok(()),
            None => Err(state
                .gone()
                .unwrap_or_else(|| BrowserError::closed("the page"))),
        }
    }
}
