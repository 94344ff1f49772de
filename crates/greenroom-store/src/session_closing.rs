//! The last moments of a session.

use std::sync::Arc;

use greenroom_stdx::private_files;
use serde_json::json;

use crate::error::StoreError;
use crate::package::OpenPackage;
use crate::session::{Session, SessionCall};
use crate::session_record::CloseReason;
use crate::session_store::SessionStore;

/// A session on its way out.
///
/// The caller ends the runtime between [`ClosingSession::cancel_operations`] and
/// [`ClosingSession::finish`]. A value that is dropped finishes too: a session never stays half
/// closed.
#[derive(Debug)]
pub struct ClosingSession {
    pub(crate) store: Arc<SessionStore>,
    pub(crate) call: SessionCall,
    pub(crate) reason: CloseReason,
    pub(crate) finished: bool,
}

impl ClosingSession {
    /// The session.
    pub fn session(&self) -> &Arc<Session> {
        &self.call
    }

    /// Why it is closed.
    pub fn reason(&self) -> CloseReason {
        self.reason
    }

    /// Cancels background work; returns the ids of what was running.
    pub async fn cancel_operations(&self) -> Vec<String> {
        self.call.cancel_operations().await
    }

    /// Removes the unpacked copy, finishes the manifest of artifacts and forgets the session.
    /// Blocks on the disk.
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.finish_now()
    }

    fn finish_now(&mut self) -> Result<(), StoreError> {
        self.finished = true;
        let session = &self.call;
        let unpacked = session.directory().join("package");
        let payload =
            json!({ "path": session.package().map(OpenPackage::path), "reason": self.reason });
        let steps = [
            private_files::remove_dir(&unpacked).map_err(StoreError::write(&unpacked)),
            session.artifacts().finish(),
            session.emit("session:close", Some(payload)).map(drop),
            self.store.record_closed(session, self.reason),
            self.store.unshare(session, self.reason),
        ];
        session.events().end();
        self.store.forget(session.id());
        // Every step is tried; the first fault is told.
        steps.into_iter().collect()
    }
}

impl Drop for ClosingSession {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        if let Err(error) = self.finish_now() {
            tracing::error!(session_id = %self.call.id(), %error, "a session was not closed in order");
        }
    }
}
