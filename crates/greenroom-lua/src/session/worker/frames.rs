//! The frames of pages: who says hello, what was handled, who left.

use std::time::{Duration, Instant};

use super::Worker;
use crate::frame::{CloseCode, PROTOCOL, PageFrame, PageMessage, ServerMessage};
use crate::page::Connection;

/// How long the frames of a page are remembered after it went away.
const PAGE_MEMORY: Duration = Duration::from_mins(10);

/// The frames of one page load, across its connections.
pub(super) struct PageMemory {
    handled: u64,
    left: Option<Instant>,
}

impl Worker {
    pub(super) fn frame(&mut self, number: u64, frame: &PageFrame) {
        if !self.connections.contains_key(&number) {
            let Some(link) = self.shared.links.get(number) else {
                return;
            };
            self.connections.insert(number, Connection::new(link));
        }
        let mut says_hello = false;
        for (position, message) in frame.messages.iter().enumerate() {
            let read = serde_json::from_value::<PageMessage>(message.clone());
            let greeted = self.connections[&number].link.greeted();
            match read {
                Ok(PageMessage::Hello {
                    protocol,
                    page,
                    tab,
                    path,
                }) if !greeted && position == 0 => {
                    if protocol != PROTOCOL {
                        self.fault(number);
                        return;
                    }
                    self.hello(number, &page, &tab, &path, frame.seq);
                    says_hello = true;
                }
                _ if !greeted => {
                    self.fault(number);
                    return;
                }
                Ok(message) => {
                    if let Some(connection) = self.connections.get_mut(&number) {
                        connection.handle(&self.vm, &self.shared.limits, message);
                    }
                }
                Err(error) => {
                    if let Some(connection) = self.connections.get_mut(&number) {
                        connection.bad_message(message, &error.to_string());
                    }
                }
            }
        }
        if let Some(connection) = self.connections.get_mut(&number) {
            connection.acknowledge(frame.seq);
            // A page that hears no welcome says hello again. Its number is above those of frames
            // that were lost, so it must not pass for the last one that was handled.
            if !says_hello && let Some(memory) = self.pages.get_mut(&connection.link.page()) {
                memory.handled = memory.handled.max(frame.seq);
            }
        }
    }

    fn hello(&mut self, number: u64, page: &str, tab: &str, path: &str, seq: u64) {
        self.pages
            .retain(|_, memory| memory.left.is_none_or(|left| left.elapsed() < PAGE_MEMORY));
        // A page load has one connection: what an older one still brings is not handled any more.
        let older: Vec<u64> = self
            .connections
            .iter()
            .filter(|(other, connection)| **other != number && connection.link.page() == page)
            .map(|(other, _)| *other)
            .collect();
        for other in older {
            if let Some(connection) = self.connections.remove(&other) {
                self.shared.links.remove(other);
                connection.link.close(CloseCode::ProtocolFault);
            }
        }
        let handled = match self.pages.get(page) {
            Some(memory) => Some(memory.handled),
            None if seq <= 1 => Some(0),
            None => None,
        };
        self.pages.insert(
            page.to_owned(),
            PageMemory {
                handled: handled.unwrap_or(0),
                left: None,
            },
        );
        let Some(connection) = self.connections.get_mut(&number) else {
            return;
        };
        connection.link.greet(page, tab, path);
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            session: self.shared.id.clone(),
            server: self.shared.server.clone(),
            connection: format!("c_{number}"),
            handled,
        };
        connection.welcome(welcome, &self.shared.viewdefs);
    }

    /// Ends a connection that does not speak the protocol.
    fn fault(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number) {
            self.shared.links.remove(number);
            connection.link.close(CloseCode::ProtocolFault);
        }
    }

    pub(super) fn disconnect(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number)
            && let Some(memory) = self.pages.get_mut(&connection.link.page())
        {
            memory.left = Some(Instant::now());
        }
    }
}
