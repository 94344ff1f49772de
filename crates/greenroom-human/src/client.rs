//! The other side of the endpoint: a program that asks through a running workbench.

mod connection;

use connection::{Connection, Heartbeat, Outgoing};
use greenroom_stdx::IgnorePoison as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// A connection that cannot be made in this time is none.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// The JSON-RPC error object.
    #[error("{0}")]
    Refused(Value),
    /// The connection is gone. The dialog may live on.
    #[error("the connection to the workbench is lost: {0}")]
    Lost(String),
}

/// A connection to a workbench.
#[derive(Clone, Debug)]
pub struct Endpoint {
    outgoing: Outgoing,
    waiting: Arc<Waiting>,
    next_id: Arc<AtomicU64>,
    is_open: watch::Receiver<bool>,
}

/// Requests without a reply, and what was heard of their dialogs.
#[derive(Debug, Default)]
struct Waiting {
    replies: Mutex<BTreeMap<String, oneshot::Sender<Result<Value, RequestError>>>>,
    /// The dialog that a request became.
    accepted: Mutex<BTreeMap<String, oneshot::Sender<String>>>,
}

/// A request that was sent.
#[derive(Debug)]
pub struct Sent {
    pub id: String,
    reply: oneshot::Receiver<Result<Value, RequestError>>,
    accepted: oneshot::Receiver<String>,
}

/// What comes first of a question: its dialog, or already its reply.
#[derive(Debug)]
pub enum First {
    Dialog(String),
    Reply(Result<Value, RequestError>),
}

impl Endpoint {
    /// Connects to a Greenroom on this machine. `query` names the client and what it wants.
    pub async fn connect(port: u16, token: &str, query: &str) -> Result<Self, RequestError> {
        let address = format!("ws://127.0.0.1:{port}/?{query}");
        Self::open(&address, Some(token), Heartbeat::Frames).await
    }

    /// Connects to a program that is not known to be Greenroom.
    pub async fn connect_to(address: &str) -> Result<Self, RequestError> {
        Self::open(address, None, Heartbeat::Requests).await
    }

    async fn open(
        address: &str,
        token: Option<&str>,
        heartbeat: Heartbeat,
    ) -> Result<Self, RequestError> {
        let lost = |error: String| RequestError::Lost(error);
        let mut request = address
            .into_client_request()
            .map_err(|error| lost(error.to_string()))?;
        if let Some(token) = token {
            let bearer = format!("Bearer {token}")
                .parse()
                .map_err(|_| lost("the token is not text".to_owned()))?;
            request.headers_mut().insert("Authorization", bearer);
        }
        let connecting = tokio_tungstenite::connect_async(request);
        let (socket, _) = tokio::time::timeout(CONNECT_WITHIN, connecting)
            .await
            .map_err(|_| lost("no answer".to_owned()))?
            .map_err(|error| lost(error.to_string()))?;
        let (outgoing, messages) = Outgoing::new();
        let waiting = Arc::new(Waiting::default());
        let (open, is_open) = watch::channel(true);
        let connection = Connection::new(socket, &outgoing, heartbeat);
        tokio::spawn(connection.serve(messages, Arc::clone(&waiting), open));
        Ok(Self {
            outgoing,
            waiting,
            next_id: Arc::new(AtomicU64::new(1)),
            is_open,
        })
    }

    /// Sends a request.
    pub fn send(&self, method: &str, params: &Value) -> Sent {
        let id = format!("g{}", self.next_id.fetch_add(1, Ordering::Relaxed));
        let (reply_to, reply) = oneshot::channel();
        let (accept, accepted) = oneshot::channel();
        self.waiting
            .replies
            .lock()
            .ignore_poison()
            .insert(id.clone(), reply_to);
        self.waiting
            .accepted
            .lock()
            .ignore_poison()
            .insert(id.clone(), accept);
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        if !self.outgoing.push(message.to_string()) {
            self.waiting.fail("closed");
        }
        Sent {
            id,
            reply,
            accepted,
        }
    }

    /// Sends a request and waits for its result.
    pub async fn request(&self, method: &str, params: &Value) -> Result<Value, RequestError> {
        self.send(method, params).reply().await
    }

    /// Waits until the connection is gone.
    pub async fn closed(&self) {
        let mut is_open = self.is_open.clone();
        // An error says that the task is gone, and with it the connection.
        let _gone = is_open.wait_for(|open| !open).await;
    }

    /// Whether requests are without a reply.
    pub fn owes_replies(&self) -> bool {
        !self.waiting.replies.lock().ignore_poison().is_empty()
    }

    pub fn is_open(&self) -> bool {
        *self.is_open.borrow()
    }
}

impl Sent {
    /// Waits for the reply.
    pub async fn reply(self) -> Result<Value, RequestError> {
        self.reply.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Waits until the question is a dialog, or is answered or refused.
    pub async fn first(&mut self) -> First {
        tokio::select! {
            biased;
            reply = &mut self.reply => First::Reply(reply.unwrap_or_else(|_| Err(closed()))),
            Ok(dialog_id) = &mut self.accepted => First::Dialog(dialog_id),
        }
    }
}

fn closed() -> RequestError {
    RequestError::Lost("closed".to_owned())
}

impl Waiting {
    fn take(&self, message: &Value) {
        if message["method"] == "dialog-state-change" {
            let id = message["params"]["id"].as_str().unwrap_or_default();
            let dialog_id = message["params"]["dialog_id"].as_str().unwrap_or_default();
            if let Some(accept) = self.accepted.lock().ignore_poison().remove(id) {
                // Nobody may want to know.
                let _not_wanted = accept.send(dialog_id.to_owned());
            }
            return;
        }
        let Some(id) = message["id"].as_str() else {
            return;
        };
        self.accepted.lock().ignore_poison().remove(id);
        if let Some(reply_to) = self.replies.lock().ignore_poison().remove(id) {
            let reply = match message.get("error") {
                Some(error) => Err(RequestError::Refused(error.clone())),
                None => Ok(message["result"].clone()),
            };
            // Nobody may be waiting any more.
            let _not_wanted = reply_to.send(reply);
        }
    }

    fn fail(&self, reason: &str) {
        self.accepted.lock().ignore_poison().clear();
        let unanswered = std::mem::take(&mut *self.replies.lock().ignore_poison());
        for reply_to in unanswered.into_values() {
            let _not_wanted = reply_to.send(Err(RequestError::Lost(reason.to_owned())));
        }
    }
}
