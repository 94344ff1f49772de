//! The transport between stdio and rmcp: one JSON-RPC message per line.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_tools::{App, Turn, take_turn};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetExtensions as _, JsonRpcMessage,
    RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::message::{self, Message};
use super::stdio::Line;

/// How long running calls may still answer after the end of input.
const LAST_ANSWERS: Duration = Duration::from_millis(1200);

/// The place of a call in its session's queue, on its way through rmcp.
pub(super) type CarriedTurn = Arc<Mutex<Option<Turn>>>;

/// Lines in, lines out.
#[derive(Debug)]
pub(super) struct LineTransport {
    app: Arc<App>,
    lines: mpsc::Receiver<Line>,
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    /// Requests without an answer. Two with the same id could not be told apart.
    running: HashSet<RequestId>,
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
        lines: mpsc::Receiver<Line>,
        outbox: mpsc::UnboundedSender<Vec<u8>>,
        stop: CancellationToken,
    ) -> Self {
        let running = HashSet::new();
        Self {
            app,
            lines,
            outbox,
            running,
            end_of_input: None,
            stop,
        }
    }

    /// Answers a line without troubling rmcp. A client that is gone misses nothing.
    fn answer(&self, answer: &serde_json::Value) {
        let _client_is_gone = self.outbox.send(line_of(answer));
    }

    /// Lets running calls answer for a moment, then stops them.
    async fn end(&mut self, since: Instant) {
        if !self.running.is_empty() {
            sleep_until(since + LAST_ANSWERS).await;
        }
        self.stop.cancel();
    }

    /// A good message, or nothing when the line was answered or ignored here.
    async fn take(&mut self, line: Line) -> Option<ClientJsonRpcMessage> {
        let message = match line {
            Line::TooLong => Message::Refused(message::too_long()),
            Line::Bytes(bytes) => message::read(&bytes),
        };
        match message {
            Message::Good(message) => self.note(*message).await,
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
    async fn note(&mut self, mut message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                if !self.running.insert(request.id.clone()) {
                    let answer = message::id_in_use(&request.id.clone().into_json_value());
                    self.answer(&answer);
                    return None;
                }
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
        match &message {
            JsonRpcMessage::Response(response) => self.running.remove(&response.id),
            JsonRpcMessage::Error(error) => {
                error.id.as_ref().is_some_and(|id| self.running.remove(id))
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => false,
        };
        let line = line_of(&message);
        let sent = self.outbox.send(line).map_err(|_| OutputClosed);
        std::future::ready(sent)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(since) = self.end_of_input {
                self.end(since).await;
                return None;
            }
            match self.lines.recv().await {
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
