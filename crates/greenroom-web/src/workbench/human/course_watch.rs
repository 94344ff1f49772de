//! What a page sees of the courses while it looks at them.

use super::Page;
use crate::task::AbortOnDrop;
use crate::workbench::courses::{Courses, SessionCard};
use crate::workbench::outbox::{Outbox, Overflow};
use crate::workbench::wire::FromServer;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// A course may make thousands of calls in a second; nobody reads faster than this.
const AT_MOST_EVERY: Duration = Duration::from_millis(50);

/// What a course does shows in the list within this time; who opens or closes one, at once.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

impl Page {
    /// Sends the list of sessions now and whenever it changes.
    pub(super) fn watch_sessions(&mut self, on: bool) {
        let (courses, outbox) = (Arc::clone(&self.bench.courses), self.outbox.clone());
        self.sessions = on.then(|| {
            AbortOnDrop::new(async move {
                // An overflow ends the connection; the page comes back and watches again.
                let _overflow = send_sessions(&*courses, &outbox).await;
            })
        });
    }

    /// Sends where a course stands, now and whenever it did something.
    pub(super) fn watch_course(&mut self, session_id: Option<String>) {
        let (courses, outbox) = (Arc::clone(&self.bench.courses), self.outbox.clone());
        self.course = session_id.map(|session_id| {
            AbortOnDrop::new(async move {
                let _overflow = send_course(&*courses, &outbox, session_id).await;
            })
        });
    }
}

async fn send_sessions(courses: &dyn Courses, outbox: &Outbox) -> Result<(), Overflow> {
    let mut changes = courses.changes();
    let mut sent = serde_json::Value::Null;
    loop {
        changes.mark_unchanged();
        let message = json!(FromServer::Sessions {
            sessions: all_sessions(courses).await,
            recent: courses.recent(),
        });
        if message != sent {
            outbox.send_in_turn(&message).await?;
            sent = message;
        }
        tokio::time::sleep(AT_MOST_EVERY).await;
        if let Ok(Err(_ended)) = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await {
            return Ok(());
        }
    }
}

/// Those of this process, then those of others.
async fn all_sessions(courses: &dyn Courses) -> Vec<SessionCard> {
    let mut sessions = courses.sessions();
    sessions.extend(courses.elsewhere().await);
    sessions
}

async fn send_course(
    courses: &dyn Courses,
    outbox: &Outbox,
    session_id: String,
) -> Result<(), Overflow> {
    let mut changes = courses.changes();
    let mut findings = None;
    let mut sent = serde_json::Value::Null;
    // Whoever comes by an address may be the first to ask for a session of another process.
    if courses.state(&session_id).is_none() {
        courses.elsewhere().await;
    }
    loop {
        changes.mark_unchanged();
        let course = courses.follow(&session_id);
        let Some(state) = courses.state(&session_id) else {
            return outbox.send(&json!(FromServer::CourseGone { session_id }));
        };
        let now = courses.findings(&session_id);
        if now != findings {
            let message = FromServer::CourseFindings {
                session_id: session_id.clone(),
                live: now.clone(),
            };
            outbox.send_in_turn(&json!(message)).await?;
            findings = now;
        }
        let is_elsewhere = state.card.is_elsewhere;
        let message = json!(FromServer::CourseState(Box::new(state)));
        if !is_elsewhere || message != sent {
            outbox.send_in_turn(&message).await?;
            sent = message;
        }
        if is_elsewhere {
            tokio::time::sleep(AT_MOST_EVERY).await;
            // What another process does stands in its journal. It tells that there is something, as
            // far as it can be reached.
            tokio::select! {
                () = moved(course) => {}
                _changed = changes.changed() => {}
                () = tokio::time::sleep(LOOK_AGAIN) => {}
            }
            courses.elsewhere().await;
            continue;
        }
        tokio::time::sleep(AT_MOST_EVERY).await;
        let Some(mut course) = course else {
            if changes.changed().await.is_err() {
                return Ok(());
            }
            continue;
        };
        tokio::select! {
            // Its course is over; what comes next is known to the list of sessions.
            ended = course.changed() => if ended.is_err() && changes.changed().await.is_err() {
                return Ok(());
            },
            ended = changes.changed() => if ended.is_err() {
                return Ok(());
            },
        }
    }
}

/// Waits until the course of another process did something; for ever where nobody tells.
async fn moved(course: Option<watch::Receiver<u64>>) {
    if let Some(mut course) = course
        && course.changed().await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}
