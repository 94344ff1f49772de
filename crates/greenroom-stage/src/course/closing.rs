//! The close sequence of a session, however it is begun.

use std::path::PathBuf;
use std::sync::Arc;

use greenroom_store::{CloseReason, ClosingSession, Session};

use crate::course::runtime;
use crate::course::runtimes::Runtimes;
use crate::{Fault, StageError};

/// What closing a session did.
#[derive(Debug)]
pub struct Closed {
    pub artifacts_manifest_path: PathBuf,
    /// Operations that were running.
    pub cancelled_operations: Vec<String>,
    /// The course that was open in the browser.
    pub runtime: Option<runtime::Closed>,
}

/// Closes a session. Once begun it goes on to the end, even if the caller no longer waits.
pub async fn close(
    runtimes: &Arc<Runtimes>,
    session_id: &str,
    reason: CloseReason,
) -> Result<Closed, StageError> {
    let closing = runtimes.sessions().begin_close(session_id, reason)?;
    tokio::spawn(sequence(Arc::clone(runtimes), closing))
        .await
        .map_err(|error| {
            StageError::new(
                Fault::Unknown,
                format!("the close sequence failed: {error}"),
            )
        })?
}

/// Cancel what runs, end the runtime, remove the unpacked copy, finish `artifacts.json`.
async fn sequence(runtimes: Arc<Runtimes>, closing: ClosingSession) -> Result<Closed, StageError> {
    let cancelled_operations = closing.cancel_operations().await;
    let cause = cause_of(closing.reason());
    // The session ends even if its state could not be saved; the journal still has everything.
    let runtime = runtimes.close(closing.session().id().as_str(), cause).await;
    runtimes.clear_seats(closing.session().id().as_str());
    let artifacts_manifest_path = closing.session().artifacts().manifest_path();
    let finished = tokio::task::spawn_blocking(move || closing.finish()).await;
    // What became of the course is told first.
    let runtime = runtime?;
    finished??;
    Ok(Closed {
        artifacts_manifest_path,
        cancelled_operations,
        runtime,
    })
}

/// What the saved state says about why it was written.
fn cause_of(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Shutdown => "shutdown",
        CloseReason::IdleTimeout => "idle_timeout",
        CloseReason::Reload => "reload",
        CloseReason::Close
        | CloseReason::ServerLost
        | CloseReason::OneShot
        | CloseReason::OtherServer => "close",
    }
}

/// Closes a session that has an idle limit once it has been idle for so long.
pub fn close_when_idle(runtimes: &Arc<Runtimes>, session: &Arc<Session>) {
    if session.options().idle_limit.is_none() {
        return;
    }
    let (runtimes, session) = (Arc::clone(runtimes), Arc::clone(session));
    tokio::spawn(async move {
        tokio::select! {
            () = session.closed() => return,
            () = session.idle() => {}
        }
        let id = session.id().as_str();
        let payload = serde_json::json!({
            "path": session.package().map(greenroom_store::OpenPackage::path),
            "reason": CloseReason::IdleTimeout,
        });
        if let Err(error) = session.emit("session:idle_timeout", Some(payload)) {
            tracing::error!(session_id = id, %error, "an event is lost");
        }
        match close(&runtimes, id, CloseReason::IdleTimeout).await {
            Ok(_) => tracing::info!(session_id = id, "closed after its idle limit"),
            Err(error) => tracing::error!(session_id = id, %error, "an idle session stays open"),
        }
    });
}

/// Closes every session, all at once, because the process is about to end.
pub async fn close_all(runtimes: &Arc<Runtimes>) {
    let open = runtimes.sessions().list();
    let closings = open.iter().map(|session| async {
        let id = session.id().as_str();
        // One that is being closed already is waited for.
        if close(runtimes, id, CloseReason::Shutdown).await.is_err() {
            session.closed().await;
        }
    });
    futures::future::join_all(closings).await;
    runtimes.sessions().end();
}
