//! Under which conditions a course plays: its connection to the LMS, and what its pages may do.
//!
//! For those who try out how a course is left. Without them everything is in order.

use std::sync::Arc;

use tokio::sync::watch;

use super::events::SinkError;

/// How the LMS answers the events of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    #[default]
    Sound,
    /// Nothing gets through.
    Cut,
    /// What is sent next is under way when the connection is cut, and nothing gets through later.
    CutByNext,
    /// The LMS takes nothing more and says so: a Commit fails.
    Refusing,
    /// The learner is no longer logged in; what is sent is answered with a login page.
    LoggedOut,
}

/// The conditions of one session.
#[derive(Debug, Default)]
pub struct Conditions {
    /// Pages may not listen to `unload` (`Permissions-Policy: unload=()`).
    pub unload_blocked: bool,
    connection: watch::Sender<Connection>,
}

impl Conditions {
    pub fn new(unload_blocked: bool) -> Arc<Self> {
        Arc::new(Self {
            unload_blocked,
            ..Self::default()
        })
    }

    /// From now on the connection is so; sockets that do not fit are closed.
    pub fn set_connection(&self, connection: Connection) {
        self.connection.send_replace(connection);
    }

    /// Follows the connection.
    pub(super) fn follow(&self) -> watch::Receiver<Connection> {
        self.connection.subscribe()
    }

    /// Whether events that have come may be kept.
    pub(super) fn admit(&self) -> Result<(), SinkError> {
        let mut refused = None;
        self.connection.send_if_modified(|connection| {
            refused = match *connection {
                Connection::Sound => None,
                Connection::Refusing => Some(SinkError::Lost("the LMS refuses to save".to_owned())),
                Connection::Cut | Connection::CutByNext => {
                    Some(SinkError::Again("the connection is cut".to_owned()))
                }
                Connection::LoggedOut => {
                    Some(SinkError::Again("the learner is logged out".to_owned()))
                }
            };
            let by_this = *connection == Connection::CutByNext;
            if by_this {
                *connection = Connection::Cut;
            }
            by_this
        });
        refused.map_or(Ok(()), Err)
    }
}

impl Connection {
    /// No socket stays open.
    fn ends_sockets(self) -> bool {
        matches!(self, Self::Cut | Self::LoggedOut | Self::Refusing)
    }
}

/// Waits until no socket may stay open; true if the page is to be told that nothing is kept.
pub(super) async fn ends(connection: &mut watch::Receiver<Connection>) -> bool {
    let ended = connection.wait_for(|now| now.ends_sockets()).await;
    let refuses = ended.ok().map(|now| *now == Connection::Refusing);
    match refuses {
        Some(refuses) => refuses,
        // Nobody can change it any more.
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_when_the_connection_is_cut_is_lost_and_cuts_it() {
        let conditions = Conditions::default();
        assert!(conditions.admit().is_ok());
        conditions.set_connection(Connection::CutByNext);
        assert!(!conditions.follow().borrow().ends_sockets());
        assert!(matches!(conditions.admit(), Err(SinkError::Again(_))));
        assert!(conditions.follow().borrow().ends_sockets());
        conditions.set_connection(Connection::Refusing);
        assert!(matches!(conditions.admit(), Err(SinkError::Lost(_))));
    }
}
