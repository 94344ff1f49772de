//! The session's end of a connection.

use std::sync::Arc;

use super::job::Job;
use super::link::{Link, Outbox};
use super::queue::NotQueued;
use super::shared::Shared;
use crate::LimitReached;
use crate::frame::{PageFrame, ServerMessage, SocketCode};

/// The session's end of one connection. Dropping it disconnects the page.
#[derive(Debug)]
pub struct ConnectionHandle {
    shared: Arc<Shared>,
    number: u64,
}

impl ConnectionHandle {
    pub(super) fn new(shared: Arc<Shared>, outbox: Outbox) -> Self {
        let number = shared.next_connection();
        shared.links.add(Arc::new(Link::new(number, outbox)));
        Self { shared, number }
    }

    /// Queues a frame of the page.
    pub fn frame(&self, frame: PageFrame) -> Result<(), LimitReached> {
        self.shared.used();
        let job = Job::Frame {
            connection: self.number,
            frame,
        };
        match self.shared.queue.push(job) {
            Err(NotQueued::Full(limit)) => Err(limit),
            Ok(()) | Err(NotQueued::Ended) => Ok(()),
        }
    }

    /// Tells the page of a fault of its connection, outside of any job.
    pub fn fault(&self, code: SocketCode, message: &str) {
        if let Some(link) = self.shared.links.get(self.number) {
            link.send(vec![ServerMessage::Error {
                id: None,
                code: Some(code),
                message: message.to_owned(),
                traceback: None,
            }]);
        }
    }
}

impl Drop for ConnectionHandle {
    fn drop(&mut self) {
        self.shared.links.remove(self.number);
        self.shared.used();
        let _ended = self.shared.queue.push(Job::Disconnect {
            connection: self.number,
        });
    }
}
