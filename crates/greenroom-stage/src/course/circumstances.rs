//! Under which circumstances a course plays for those who try out how it is left.

use std::sync::Arc;

use greenroom_browser::{Context, World};
use greenroom_web::stage::{Conditions, Stage};
use serde_json::json;

use crate::StageError;
use crate::course::runtimes::PageLimits;

/// What differs from how a course usually plays; nothing by default.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    /// The connection to the LMS, and what pages may do.
    pub conditions: Option<Arc<Conditions>>,
    /// The learner came from another page, to which the browser's own button goes back.
    pub came_from_a_page: bool,
    /// Runs in every document before its own scripts.
    pub init_scripts: Vec<String>,
    /// A second tab of the same origin that hears what is said on this channel, and outlives the first.
    pub witness: Option<Witness>,
}

/// Who hears what a page says while it is left: the browser tells us nothing more of a tab that is
/// being closed, but it still carries what the tab tells another.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The name of the `BroadcastChannel`, which content cannot guess.
    pub channel: String,
    /// The binding that what is heard arrives at.
    pub binding: String,
}

/// Listens for as long as its page lives.
const LISTEN: &str = "function (channel, binding) {
    const tell = window[binding];
    window.heard = new BroadcastChannel(channel);
    window.heard.onmessage = (event) => tell(String(event.data));
}";

impl Witness {
    /// Opens the witness's page; gives the id of its frame.
    pub(super) async fn attend(
        &self,
        context: &Context,
        stage: &Stage,
        session_id: &str,
        limits: &PageLimits,
    ) -> Result<greenroom_browser::FrameId, StageError> {
        let url = front_page(stage, session_id);
        let page = context.new_page_at(&url, limits.load).await?;
        let arguments = [json!(self.channel), json!(self.binding)];
        page.main_frame()
            .call_function::<()>(World::Main, LISTEN, &arguments, limits.load)
            .await?;
        Ok(page.main_frame().id().clone())
    }
}

/// A page of the session's own origin on which nothing plays.
pub(super) fn front_page(stage: &Stage, session_id: &str) -> String {
    format!("{}front", stage.player_url(session_id))
}
