//! The transcript of a session, sent to a page that looks at it.

use super::Page;
use crate::task::AbortOnDrop;
use crate::workbench::journals::{JournalFeed, JournalPlace};
use crate::workbench::outbox::{Outbox, Overflow};
use crate::workbench::wire::FromServer;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// A course may make thousands of calls in a second; nobody reads faster than this.
const AT_MOST_EVERY: Duration = Duration::from_millis(50);

impl Page {
    /// Sends what is kept of a session from this place on, and what follows while it goes on.
    pub(super) fn watch_journal(&mut self, session_id: Option<String>, from: JournalPlace) {
        self.journal = session_id.map(|session_id| {
            let (courses, outbox) = (Arc::clone(&self.bench.courses), self.outbox.clone());
            AbortOnDrop::new(async move {
                let mut feed = courses.journal(&session_id, from);
                if feed.is_none() {
                    // Of another process, and nobody has looked there yet.
                    courses.elsewhere().await;
                    feed = courses.journal(&session_id, from);
                }
                // The page is told by `course-gone` that there is no such session.
                if let Some(feed) = feed {
                    // An overflow ends the connection; the page comes back and goes on from its
                    // place.
                    let _overflow = send_journal(feed, &outbox, session_id).await;
                }
            })
        });
    }
}

async fn send_journal(
    mut feed: Box<dyn JournalFeed>,
    outbox: &Outbox,
    session_id: String,
) -> Result<(), Overflow> {
    loop {
        let session_id = session_id.clone();
        match feed.next().await {
            Ok(Some(part)) => {
                let has_more = part.has_more;
                // Waits for room: the next part is read once this one is on its way.
                outbox
                    .send_in_turn(&json!(FromServer::JournalPart { session_id, part }))
                    .await?;
                if !has_more {
                    tokio::time::sleep(AT_MOST_EVERY).await;
                }
            }
            Ok(None) => return Ok(()),
            Err(why) => {
                let error = why.to_string();
                let message = FromServer::JournalBroken { session_id, error };
                return outbox.send_in_turn(&json!(message)).await;
            }
        }
    }
}
