//! The transport between stdio and rmcp: one JSON-RPC message per line.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_tools::{App, Turn, take_turn};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetExtensions as _, JsonRpcMessage,
    RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::message::{self, Message};
use super::stdio::{Input, InputLine, Outbox};

/// How long running calls may still answer after the end of input.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);

/// Bytes of requests without an answer and of answers that nobody has read, beyond which no
/// further request is taken.
const MOST_BYTES: usize = 32 << 20;

/// Requests without an answer, beyond which no further one is taken. An answer may hold a picture,
/// and all of these may come at once to a client that does not read.
const MOST_REQUESTS: usize = 256;

/// How often a client that reads nothing is looked at, in case it has closed its side.
const LOOK_AFTER: Duration = Duration::from_millis(500);

/// The place of a call in its session's queue, on its way through rmcp.
pub(super) type CarriedTurn = Arc<Mutex<Option<Turn>>>;

/// Lines in, lines out.
#[derive(Debug)]
pub(super) struct LineTransport {
    app: Arc<App>,
    input: Input,
    outbox: Outbox,
    /// Requests without an answer, and their bytes. Two with the same id could not be told apart.
    running: HashMap<RequestId, usize>,
    end_of_input: Option<Instant>,
    stop: CancellationToken,
}

/// The client does not read any more.
#[derive(Debug, thiserror::Error)]
#[error("the output is closed")]
pub(super) struct OutputClosed;

impl LineTransport {
    pub(super) fn new(
        app: Arc<App>,
        input: Input,
        outbox: Outbox,
        stop: CancellationToken,
    ) -> Self {
        Self {
            app,
            input,
            outbox,
            running: HashMap::new(),
            end_of_input: None,
            stop,
        }
    }

    /// Answers a line without troubling rmcp. A client that is gone misses nothing.
    fn answer(&self, answer: &serde_json::Value) {
        let _client_is_gone = self.outbox.push(line_of(answer));
    }

    /// Whether another request may be taken now. One may always be, if it is the only one.
    fn has_room(&self) -> bool {
        let held: usize = self.running.values().sum::<usize>() + self.outbox.unread();
        held < MOST_BYTES && self.running.len() < MOST_REQUESTS
    }

    /// Waits until another request may be taken. rmcp drops this future with every answer it sends
    /// and asks anew, so only what the client reads must wake it.
    ///
    /// A client that has closed its input and reads nothing has gone: `false`.
    async fn room(&self) -> bool {
        while !self.has_room() {
            let taken = tokio::time::timeout(LOOK_AFTER, self.outbox.taken()).await;
            if taken.is_err() && self.outbox.unread() > 0 && self.input.is_hung_up() {
                return false;
            }
        }
        true
    }

    /// Lets running calls answer for a moment, then stops them.
    async fn end(&mut self, since: Instant) {
        if !self.running.is_empty() {
            sleep_until(since + LAST_ANSWERS).await;
        }
        self.stop.cancel();
    }

    /// A good message, or nothing when the line was answered or ignored here.
    async fn take(&mut self, line: InputLine) -> Option<ClientJsonRpcMessage> {
        let (message, size) = match line {
            InputLine::TooLong => (Message::Refused(message::too_long()), 0),
            InputLine::Bytes(bytes) => (message::read(&bytes), bytes.len()),
        };
        match message {
            Message::Good(message) => self.note(*message, size).await,
            Message::Refused(answer) => {
                let error_code = answer["error"]["data"]["error_code"].as_str();
                let rpc_id = answer["id"].to_string();
                tracing::warn!(target: "mcp", rpc_id, error_code, "MCP_REFUSED");
                self.answer(&answer);
                None
            }
            Message::Ignored(what) => {
                tracing::debug!(target: "mcp", what, "MCP_IGNORED");
                None
            }
        }
    }

    /// Keeps account of running requests and takes the turn of a call on a session.
    async fn note(
        &mut self,
        mut message: ClientJsonRpcMessage,
        size: usize,
    ) -> Option<ClientJsonRpcMessage> {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                if self.running.contains_key(&request.id) {
                    let answer = message::id_in_use(&request.id.clone().into_json_value());
                    self.answer(&answer);
                    return None;
                }
                self.running.insert(request.id.clone(), size);
                if let ClientRequest::CallToolRequest(call) = &mut request.request {
                    let arguments = call.params.arguments.as_ref();
                    let turn = take_turn(&self.app, &call.params.name, arguments).await;
                    call.extensions_mut()
                        .insert::<CarriedTurn>(Arc::new(Mutex::new(turn)));
                }
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.running.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }
}

impl Transport<RoleServer> for LineTransport {
    type Error = OutputClosed;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), OutputClosed>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            // Progress is for someone who looks at it.
            JsonRpcMessage::Notification(_) if self.outbox.unread() >= MOST_BYTES => {
                return std::future::ready(Ok(()));
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answered {
            self.running.remove(id);
        }
        let sent = self.outbox.push(line_of(&message));
        std::future::ready(if sent { Ok(()) } else { Err(OutputClosed) })
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(since) = self.end_of_input {
                self.end(since).await;
                return None;
            }
            if !self.room().await {
                self.end_of_input = Some(Instant::now());
                continue;
            }
            match self.input.next().await {
                Some(line) => {
                    if let Some(message) = self.take(line).await {
                        return Some(message);
                    }
                }
                None => self.end_of_input = Some(Instant::now()),
            }
        }
    }

    async fn close(&mut self) -> Result<(), OutputClosed> {
        Ok(())
    }
}

fn line_of(message: &impl serde::Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}
