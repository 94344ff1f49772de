//! The Chrome DevTools Protocol: messages, transports, and the router that joins them.

mod connection;
mod cut;
mod message;
pub(crate) mod pipe;
pub(crate) mod websocket;

pub(crate) use connection::{Connection, EventSink};
pub(crate) use message::{Event, SessionId};

use tokio::sync::mpsc;

/// The two directions of a transport: JSON texts, in order.
///
/// The transport's tasks end the incoming channel when the other side is gone.
#[derive(Debug)]
pub(crate) struct Transport {
    pub(crate) outgoing: mpsc::UnboundedSender<String>,
    pub(crate) incoming: mpsc::Receiver<cut::Message>,
}

/// Messages that may wait between the transport and the router; more is left in the pipe.
const INCOMING_QUEUE: usize = 16;
