//! The router: answers go to their callers, events to the sink, in the order of arrival.
//!
//! Events are handled inside the router's task, before the next message is read. So when a call
//! has returned, everything that the browser said before its answer has been taken note of.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::cut::Message;
use super::message::{Command, Incoming, session_of_console};
use super::{Event, SessionId, Transport};
use crate::error::{BrowserError, Crash, Result};

/// Takes events. Called in the router's task: must be quick and must not wait.
pub(crate) trait EventSink: Send + Sync + 'static {
    fn on_event(&self, connection: &Connection, event: Event);
    /// Whether a message of the console of `session`, of `size` bytes, is of no use at present.
    fn skips(&self, session: &SessionId, size: u64) -> bool;
    /// The browser is gone; nothing comes after this.
    fn on_close(&self, error: &BrowserError);
}

/// A connection to one browser. Clones share it; it ends when the browser does.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    next_id: AtomicU64,
    pending: Mutex<Pending>,
}

#[derive(Debug)]
struct Pending {
    /// None once closed, which ends the transport too.
    outgoing: Option<mpsc::UnboundedSender<String>>,
    calls: HashMap<u64, Call>,
    /// Set once; calls after it fail at once.
    closed: Option<BrowserError>,
}

#[derive(Debug)]
struct Call {
    session: Option<SessionId>,
    method: String,
    answer: oneshot::Sender<Result<Value>>,
}

impl Connection {
    /// Start the router on `transport`.
    pub(crate) fn start(transport: Transport, sink: Arc<dyn EventSink>) -> Self {
        let Transport { outgoing, incoming } = transport;
        let shared = Arc::new(Shared {
            next_id: AtomicU64::new(1),
            pending: Mutex::new(Pending {
                outgoing: Some(outgoing),
                calls: HashMap::new(),
                closed: None,
            }),
        });
        let connection = Self { shared };
        tokio::spawn(connection.clone().route(incoming, sink));
        connection
    }

    async fn route(self, mut incoming: mpsc::Receiver<Message>, sink: Arc<dyn EventSink>) {
        while let Some(Message { text, cut }) = incoming.recv().await {
            let size = text.len() as u64 + cut;
            if session_of_console(&text).is_some_and(|session| sink.skips(&session, size)) {
                continue;
            }
            match serde_json::from_slice::<Incoming>(&text) {
                Ok(message) => self.deliver(message, (cut, size), sink.as_ref()),
                Err(error) => tracing::warn!(%error, "unreadable message from the browser"),
            }
        }
        let error = BrowserError::Crashed {
            what: Crash::Browser,
            detail: "its connection ended".into(),
        };
        self.close(&error);
        // Whoever closed it on our side may have known more.
        let told = self.pending().closed.clone();
        sink.on_close(&told.unwrap_or(error));
    }

    fn deliver(&self, message: Incoming, (cut, size): (u64, u64), sink: &dyn EventSink) {
        if let Some(id) = message.id {
            let Some(call) = self.pending().calls.remove(&id) else {
                return;
            };
            let answer = match message.error {
                None => Ok(message.result),
                Some(refusal) => Err(BrowserError::Protocol {
                    method: call.method,
                    code: refusal.code,
                    message: refusal.message,
                }),
            };
            // The caller may have given up meanwhile.
            drop(call.answer.send(answer));
        } else if let Some(method) = message.method {
            let event = Event {
                session: message.session_id,
                method,
                params: message.params,
                cut,
                size,
            };
            sink.on_event(self, event);
        }
    }

    /// Send a command now; the answer comes through the returned [`Reply`].
    pub(crate) fn start_call(
        &self,
        session: Option<&SessionId>,
        method: &str,
        params: &Value,
    ) -> Reply {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        let (answer, receiver) = oneshot::channel();
        let mut pending = self.pending();
        if let Some(error) = &pending.closed {
            drop(answer.send(Err(error.clone())));
        } else {
            let call = Call {
                session: session.cloned(),
                method: method.into(),
                answer,
            };
            pending.calls.insert(id, call);
            // Sent under the lock, so that ids and commands are in the same order.
            pending.write(id, session, method, params);
        }
        drop(pending);
        Reply {
            connection: self.clone(),
            id,
            method: method.into(),
            receiver,
        }
    }

    /// Call and wait for the answer, at most `limit`. Dropping the future forgets the call.
    pub(crate) async fn call(
        &self,
        session: Option<&SessionId>,
        method: &str,
        params: &Value,
        limit: Duration,
    ) -> Result<Value> {
        self.start_call(session, method, params).within(limit).await
    }

    /// Send a command whose answer nobody waits for.
    pub(crate) fn send(&self, session: Option<&SessionId>, method: &str, params: &Value) {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        self.pending().write(id, session, method, params);
    }

    /// Fail all calls that wait for `session`: its target is gone.
    pub(crate) fn fail_session(&self, session: &SessionId, error: &BrowserError) {
        let calls: Vec<Call> = {
            let mut pending = self.pending();
            let of_session = |_: &u64, call: &mut Call| call.session.as_ref() == Some(session);
            pending
                .calls
                .extract_if(of_session)
                .map(|(_, call)| call)
                .collect()
        };
        for call in calls {
            drop(call.answer.send(Err(error.clone())));
        }
    }

    /// End the connection with `error` for everybody who waits.
    pub(crate) fn close(&self, error: &BrowserError) {
        let calls = {
            let mut pending = self.pending();
            pending.closed.get_or_insert_with(|| error.clone());
            pending.outgoing = None;
            std::mem::take(&mut pending.calls)
        };
        for call in calls.into_values() {
            drop(call.answer.send(Err(error.clone())));
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.pending().closed.is_some()
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.shared.pending.lock().ignore_poison()
    }
}

impl Pending {
    fn write(&self, id: u64, session: Option<&SessionId>, method: &str, params: &Value) {
        let Some(outgoing) = &self.outgoing else {
            return;
        };
        let command = Command {
            id,
            method,
            params,
            session_id: session,
        };
        match serde_json::to_string(&command) {
            // A failed send means that the browser is gone; the router reports that.
            Ok(text) => drop(outgoing.send(text)),
            Err(error) => tracing::error!(%error, method, "command could not be written"),
        }
    }
}

/// An answer that is on its way. Dropping it forgets the call.
#[derive(Debug)]
pub(crate) struct Reply {
    connection: Connection,
    id: u64,
    method: String,
    receiver: oneshot::Receiver<Result<Value>>,
}

impl Reply {
    pub(crate) async fn within(mut self, limit: Duration) -> Result<Value> {
        match tokio::time::timeout(limit, &mut self.receiver).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(BrowserError::closed("the connection")),
            Err(_) => Err(BrowserError::Timeout {
                what: self.method.clone(),
                after: limit,
            }),
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.connection.pending().calls.remove(&self.id);
    }
}
