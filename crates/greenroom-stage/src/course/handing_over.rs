//! Sessions that pass from one server of a cluster to another, with the course that plays in them.

use std::sync::Arc;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{Session, SessionStore, StoreError};
use serde_json::Value;

use super::launch_options::LaunchOptions;
use super::opening::LaunchRequest;
use super::runtime::Runtime;
use super::runtimes::Runtimes;
use crate::{Fault, StageError};

/// What the saved state says of a course that is left for another server.
const CAUSE: &str = "handover";

/// Lets other servers know how the course plays, so that they can open it again.
pub(super) async fn note(runtime: &Arc<Runtime>) -> Result<(), StageError> {
    if runtime.session.copies().is_none() {
        return Ok(());
    }
    let launch = serde_json::to_value(&runtime.launch)
        .map_err(|error| StageError::new(Fault::Unknown, error.to_string()))?;
    let session = Arc::clone(&runtime.session);
    Ok(tokio::task::spawn_blocking(move || session.note_course(Some(&launch))).await??)
}

/// Lets other servers know that no course plays any more, unless one of them goes on with it.
pub(super) async fn forget(store: &Arc<SessionStore>, session_id: &str, cause: &str) {
    let Ok(call) = store.session_or_closing(session_id) else {
        return;
    };
    if cause == CAUSE || call.copies().is_none() {
        return;
    }
    let session = Arc::clone(&call);
    let noted = tokio::task::spawn_blocking(move || session.note_course(None)).await;
    if let Ok(Err(error)) = noted {
        tracing::warn!(session_id, %error, "other servers take the course for open");
    }
}

impl Runtimes {
    /// Opens the course of a session that another server had, where its learner was.
    pub async fn go_on(&self, session: &Arc<Session>, launch: Value) -> Result<(), StageError> {
        let options: LaunchOptions = serde_json::from_value(launch).map_err(|error| {
            let message = format!("how the course was opened cannot be read: {error}");
            StageError::new(Fault::Unknown, message)
        })?;
        let options = LaunchOptions {
            // The learner never left, whatever the course says of its place.
            allow_resume_without_location: Some(true),
            saved_state: None,
            activity: None,
            ..options
        };
        let request = LaunchRequest {
            options,
            new_attempt: false,
            keep: true,
            trace: true,
        };
        self.open(session, request).await.map(drop)
    }

    /// Takes away what this server has of a session that another one goes on with. Nothing is saved.
    pub async fn lose(&self, session: &Session) {
        let session_id = session.id().as_str();
        self.abandon(session_id).await;
        drop(self.persons.lock().ignore_poison().remove(session_id));
        self.clear_seats(session_id);
        self.store.let_go(session.id());
        self.note_change();
    }

    /// Leaves every course in order and lets go of the sessions, so that other servers go on with
    /// them at once.
    pub async fn hand_over_all(self: &Arc<Self>) {
        let open = self.store.list();
        let handed = open.iter().map(|session| async {
            let id = session.id().as_str();
            if let Err(error) = self.hand_over(session).await {
                tracing::warn!(session_id = id, %error, "a session is left to be taken over");
            }
        });
        futures::future::join_all(handed).await;
        self.store.end();
    }

    async fn hand_over(&self, session: &Arc<Session>) -> Result<(), StageError> {
        let Some(shared) = self.store.data_dir().shared().cloned() else {
            return Ok(());
        };
        session.cancel_operations().await;
        // The state is saved and the journal complete before anybody else begins.
        self.close(session.id().as_str(), CAUSE).await?;
        let id = session.id().clone();
        let released: Result<(), StoreError> =
            tokio::task::spawn_blocking(move || Ok(shared.leases.release(&id)?)).await?;
        released?;
        self.store.let_go(session.id());
        Ok(())
    }
}
