//! The sessions of a UI server.

use greenroom_stdx::IgnorePoison as _;
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

use greenroom_lua::frame::{CloseCode, NoticeKind};
use greenroom_lua::limits::SESSIONS;
use greenroom_lua::{LimitReached, Session, SessionOptions, StartError};

/// Why a session could not be made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Limit(#[from] LimitReached),
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Whether a text can be the id of a session.
pub fn is_session_id(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() <= 64
        && bytes
            .next()
            .is_some_and(|byte| byte.is_ascii_alphanumeric())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// All sessions, by id.
#[derive(Debug)]
pub(super) struct Sessions {
    /// What every session is made of; only the id differs.
    pattern: SessionOptions,
    running: RwLock<BTreeMap<String, Session>>,
    /// One session is made at a time, so that two requests never make the same one.
    making: tokio::sync::Mutex<()>,
}

impl Sessions {
    pub(super) fn new(pattern: SessionOptions) -> Self {
        Self {
            pattern,
            running: RwLock::default(),
            making: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn find(&self, id: &str) -> Option<Session> {
        self.running.read().ignore_poison().get(id).cloned()
    }

    pub(super) fn all(&self) -> Vec<Session> {
        self.running
            .read()
            .ignore_poison()
            .values()
            .cloned()
            .collect()
    }

    /// The session of this id, made if there is none; whether it was made.
    pub(super) async fn open(&self, id: &str) -> Result<(Session, bool), OpenError> {
        let _one_at_a_time = self.making.lock().await;
        if let Some(session) = self.find(id) {
            return Ok((session, false));
        }
        if self.all().len() >= SESSIONS {
            return Err(OpenError::Limit(LimitReached {
                limit: "sessions",
                value: SESSIONS,
            }));
        }
        let session = Session::start(SessionOptions {
            id: id.to_owned(),
            ..self.pattern.clone()
        })
        .await?;
        self.running
            .write()
            .ignore_poison()
            .insert(id.to_owned(), session.clone());
        Ok((session, true))
    }

    /// Ends one session.
    pub(super) fn end(&self, id: &str, text: &str) {
        let session = self.running.write().ignore_poison().remove(id);
        if let Some(session) = session {
            session.end(NoticeKind::Ended, text, CloseCode::SessionEnded);
        }
    }

    /// Ends all; how many sessions and how many pages there were.
    pub(super) fn end_all(&self) -> (usize, usize) {
        let sessions = std::mem::take(&mut *self.running.write().ignore_poison());
        let tabs = sessions
            .values()
            .map(|session| {
                let text = "Greenroom has stopped the UI";
                session.end(NoticeKind::Stopping, text, CloseCode::Stopping)
            })
            .sum();
        (sessions.len(), tabs)
    }
}

/// The server's sessions, shared by routes and background work.
pub(super) type SharedSessions = Arc<Sessions>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain() {
        for (text, fits) in [
            ("1", true),
            ("a_B-9", true),
            ("", false),
            ("-", false),
            ("_a", false),
            ("a.b", false),
            ("a/b", false),
            ("ä", false),
        ] {
            assert_eq!(is_session_id(text), fits, "{text}");
        }
        assert!(is_session_id(&"x".repeat(64)) && !is_session_id(&"x".repeat(65)));
    }
}
