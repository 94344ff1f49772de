//! A console that says more than anybody could read is not listened to for a while.
//!
//! Nothing holds a page back that writes without end: the browser takes every message in and hands
//! it on, and what others wait for stands in line behind. So the page's own process is told to keep
//! its messages to itself. One that is too busy writing to hear that is in an endless loop, which
//! is ended, and its process is if the loop goes on.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::events::ContextEvent;
use super::hub::Hub;
use super::targets::Target;
use crate::capture::ConsoleMessage;
use crate::cdp::SessionId;

/// What a page, frame process or worker may say within [`WINDOW`].
const MESSAGES: u32 = 5000;
/// The same in bytes, those that were cut included.
const BYTES: u64 = 16 << 20;
const WINDOW: Duration = Duration::from_secs(1);
/// How long a flood is not listened to.
const SILENCE: Duration = Duration::from_secs(1);
/// How long a page that goes on at this rate may take to hear that it is not listened to.
const HEARING: Duration = Duration::from_millis(500);
/// How long any other may take, and one that was ended.
const SETTLING: Duration = Duration::from_secs(5);

/// What the consoles said lately, and which of them are not listened to.
#[derive(Debug, Default)]
pub(crate) struct Floods {
    lately: HashMap<SessionId, Lately>,
}

#[derive(Debug)]
struct Lately {
    since: Instant,
    messages: u32,
    bytes: u64,
    /// What came while nobody listened.
    unheard: Option<Unheard>,
}

/// What came while nobody listened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Unheard {
    messages: u64,
    bytes: u64,
}

impl Unheard {
    fn is_flood(self) -> bool {
        self.messages > u64::from(MESSAGES) || self.bytes > BYTES
    }
}

/// What becomes of a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Kept,
    Dropped,
    /// It is one too many: from now on nobody listens.
    Flood,
}

impl Floods {
    pub(super) fn hear(&mut self, session: &SessionId, bytes: u64, now: Instant) -> Heard {
        let lately = self.lately.entry(session.clone()).or_insert(Lately {
            since: now,
            messages: 0,
            bytes: 0,
            unheard: None,
        });
        if let Some(unheard) = &mut lately.unheard {
            unheard.messages += 1;
            unheard.bytes += bytes;
            return Heard::Dropped;
        }
        if now.duration_since(lately.since) > WINDOW {
            (lately.since, lately.messages, lately.bytes) = (now, 0, 0);
        }
        lately.messages += 1;
        lately.bytes += bytes;
        if lately.messages > MESSAGES || lately.bytes > BYTES {
            lately.unheard = Some(Unheard::default());
            return Heard::Flood;
        }
        Heard::Kept
    }

    /// What came of this session since it is not listened to, or since this was last asked.
    fn take_unheard(&mut self, session: &SessionId) -> Unheard {
        let lately = self.lately.get_mut(session);
        let unheard = lately.and_then(|lately| lately.unheard.as_mut());
        unheard.map(std::mem::take).unwrap_or_default()
    }

    /// Whether messages of this session are of no use at present.
    pub(super) fn is_unheard(&self, session: &SessionId) -> bool {
        self.lately
            .get(session)
            .is_some_and(|lately| lately.unheard.is_some())
    }

    /// The session is listened to again.
    fn listen_again(&mut self, session: &SessionId) {
        self.lately.remove(session);
    }

    pub(super) fn session_gone(&mut self, session: &SessionId) {
        self.lately.remove(session);
    }
}

impl Hub {
    /// Stops listening to the console of `session` for a while.
    pub(super) fn stop_listening(self: &Arc<Self>, session: &SessionId) {
        self.note(
            session,
            "the console says more than is kept: it is not listened to for a moment".into(),
        );
        let (hub, session) = (Arc::clone(self), session.clone());
        tokio::spawn(async move {
            let connection = &hub.connection;
            let nothing = json!({});
            let heard = connection.start_call(Some(&session), "Runtime.disable", &nothing);
            let heard = heard.within(SETTLING);
            tokio::pin!(heard);
            let mut unheard = 0;
            let mut ways = ["Runtime.terminateExecution", "Page.crash"].into_iter();
            while tokio::time::timeout(HEARING, &mut heard).await.is_err() {
                let lately = hub.state().floods.take_unheard(&session);
                unheard += lately.messages;
                // One that is only slow is waited for.
                if lately.is_flood()
                    && let Some(way) = ways.next()
                {
                    hub.end_flood(&session, way);
                }
            }
            tokio::time::sleep(SILENCE).await;
            // What it kept to itself is old by now, and part of it is known.
            connection.send(Some(&session), "Runtime.discardConsoleEntries", &nothing);
            {
                let floods = &mut hub.state().floods;
                unheard += floods.take_unheard(&session).messages;
                floods.listen_again(&session);
            }
            if unheard > 0 {
                hub.note(
                    &session,
                    format!("{unheard} messages of the console were not kept"),
                );
            }
            connection.send(Some(&session), "Runtime.enable", &nothing);
        });
    }

    /// Ends what does not hear: its script, and if that does not help, the process of its page.
    fn end_flood(&self, session: &SessionId, way: &str) {
        let pages: Vec<SessionId> = {
            let state = self.state();
            let pages = state.targets.pages().into_iter();
            pages.map(|page| page.session.clone()).collect()
        };
        // A worker has no process of its own.
        let of_worker = way == "Page.crash" && !pages.contains(session);
        let ended = if of_worker {
            &pages[..]
        } else {
            std::slice::from_ref(session)
        };
        for session in ended {
            self.connection.send(Some(session), way, &json!({}));
        }
    }

    /// Says something in the console's own record.
    pub(super) fn note(&self, session: &SessionId, text: String) {
        let message = {
            let mut state = self.state();
            let page = state.targets.get(session).map(Target::main_frame);
            let message = ConsoleMessage::warning(page, text);
            state.console.push(message.clone());
            message
        };
        self.emit(ContextEvent::Console(message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_or_large_messages_in_a_short_time_are_a_flood() {
        let session = SessionId("s".into());
        let now = Instant::now();
        for (bytes, most) in [(1, MESSAGES), (BYTES / 4, 4)] {
            let mut floods = Floods::default();
            for _ in 0..most {
                assert_eq!(floods.hear(&session, bytes, now), Heard::Kept);
            }
            assert_eq!(floods.hear(&session, bytes, now), Heard::Flood);
            assert!(floods.is_unheard(&session));
            assert_eq!(floods.hear(&session, bytes, now), Heard::Dropped);
            let unheard = Unheard { messages: 1, bytes };
            assert_eq!(floods.take_unheard(&session), unheard);
            floods.listen_again(&session);
            assert_eq!(floods.hear(&session, bytes, now), Heard::Kept);
        }
    }

    #[test]
    fn what_takes_its_time_is_no_flood() {
        let session = SessionId("s".into());
        let (mut floods, mut now) = (Floods::default(), Instant::now());
        for _ in 0..10 * MESSAGES {
            assert_eq!(floods.hear(&session, 1000, now), Heard::Kept);
            now += WINDOW / (MESSAGES / 2);
        }
    }
}
