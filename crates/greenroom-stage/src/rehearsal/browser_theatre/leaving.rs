//! The ways of leaving the course: reloaded, closed, its tab closed, its browser killed.

use std::time::Duration;

use greenroom_browser::{ContextEvent, World};
use greenroom_store::CloseReason;
use scorm_session::Learner;
use scorm_session::rehearsal::Theatre as _;
use scorm_session::rehearsal::format::LeaveBy;
use serde_json::{Value, json};

use super::BrowserTheatre;
use super::fault::TheatreFault;
use super::house::CALL_LIMIT;
use crate::course::closing;
use crate::course::runtime::Ending;
use crate::{Fault, StageError};

/// Loads a document again once this call is answered.
const RELOAD: &str = "function () { setTimeout(() => location.reload(), 0); return {} }";
const RELOAD_LIMIT: Duration = Duration::from_secs(10);

impl BrowserTheatre {
    /// Leaves in this way; gives the learner back if the course is closed then.
    pub(super) fn leave_in_this_way(
        &mut self,
        by: LeaveBy,
    ) -> Result<Option<Learner>, TheatreFault> {
        match by {
            LeaveBy::Content => {
                self.handle.block_on(self.runtime()?.flush())?;
                Ok(None)
            }
            LeaveBy::Close => self.close(Ending::Suspended),
            LeaveBy::LmsExit => self.close(Ending::AsTheCourseSaid),
            LeaveBy::Reload => self.reload().map(|()| None),
            LeaveBy::ClosedTab => {
                let page = self.runtime()?.shown_page();
                self.handle.block_on(page.close(true))?;
                let runtime = self.runtime()?;
                // The last words of the page are waited for.
                drop(self.handle.block_on(runtime.flush()));
                self.close(Ending::Suspended)
            }
            LeaveBy::KilledBrowser => {
                let page = self.runtime()?.shown_page();
                // A page that dies does not answer.
                drop(self.handle.block_on(page.call("Page.crash", &json!({}))));
                let learner = self.close(Ending::Suspended);
                // The course is not to blame for the death of its page.
                self.faults();
                learner
            }
        }
    }

    /// Closes the open course; gives the learner back with what it left.
    pub(super) fn close(&mut self, ending: Ending) -> Result<Option<Learner>, TheatreFault> {
        let Some(runtime) = self.open.take() else {
            return Ok(None);
        };
        let session_id = runtime.session.id().as_str().to_owned();
        let closing = self.runtimes.close_as(&session_id, "close", ending);
        let closed = self.handle.block_on(closing);
        let learner = runtime.live.read(|replica| replica.engine.learner());
        self.closed = Some(runtime);
        closed?;
        Ok(Some(learner))
    }

    /// The page of the content is loaded again.
    pub(super) fn reload(&self) -> Result<(), TheatreFault> {
        let runtime = self.runtime()?;
        let reloading = async {
            let frame = runtime.content()?;
            let mut events = runtime.context.events();
            frame
                .call_function::<Value>(World::Main, RELOAD, &[], CALL_LIMIT)
                .await?;
            let loaded_again = async {
                while let Some(event) = events.next().await {
                    let here = matches!(&event, ContextEvent::Navigated { frame: at, .. } if at == frame.id());
                    if here {
                        return;
                    }
                }
            };
            let waited = tokio::time::timeout(RELOAD_LIMIT, loaded_again).await;
            waited.map_err(|_| {
                StageError::new(Fault::PageLoadFailed, "the page did not load again")
            })?;
            runtime.settle_within(RELOAD_LIMIT).await?;
            runtime.flush().await?;
            Ok::<_, StageError>(())
        };
        Ok(self.handle.block_on(reloading)?)
    }
}

impl Drop for BrowserTheatre {
    /// Closes the sessions, whatever came of the rehearsal.
    fn drop(&mut self) {
        for session in self.sessions.values() {
            let id = session.id().as_str();
            let closed = closing::close(&self.runtimes, id, CloseReason::Close);
            if let Err(error) = self.handle.block_on(closed) {
                tracing::warn!(%error, "a session of a rehearsal was not closed in order");
            }
        }
    }
}
