//! Work that goes on in a session after its call has been answered.

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::error::StoreError;
use crate::session::{Session, SessionCall};

/// How long a cancelled operation may take to let go before it counts as ended anyway.
const LET_GO: Duration = Duration::from_millis(1500);

/// How far an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OperationState {
    /// Going on.
    Running,
    /// Ended with a result.
    Completed,
    /// Ended with an error.
    Failed,
    /// Ended by a cancel or by the close of its session.
    Cancelled,
}

/// What status tools show of an operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperationStatus {
    /// Unique among all sessions.
    pub operation_id: String,
    /// The tool that started it.
    pub tool: String,
    /// How far it is.
    pub state: OperationState,
    /// What the operation last reported.
    pub progress: Option<Value>,
}

/// Why an operation could not do its work.
#[derive(Debug, Clone)]
pub struct OperationFailure {
    /// A wire error code.
    pub error_code: String,
    /// What happened and what to do.
    pub message: String,
}

/// The operations of one session.
#[derive(Default)]
pub(crate) struct Operations {
    entries: Mutex<Vec<Entry>>,
    running: watch::Sender<usize>,
}

struct Entry {
    status: OperationStatus,
    cancel: CancellationToken,
}

/// With this an operation reports its progress.
#[derive(Debug, Clone)]
pub struct OperationHandle {
    session: Arc<Session>,
    operation_id: String,
    cancel: CancellationToken,
}

impl OperationHandle {
    /// The id under which the operation is known.
    pub fn operation_id(&self) -> &str {
        &self.operation_id
    }

    /// For blocking parts of the work, which must look at it themselves.
    pub fn cancel_token(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Reports progress as an event and in the status.
    pub fn progress(&self, data: &Value) -> Result<(), StoreError> {
        self.session
            .operations()
            .update(&self.operation_id, |status| {
                status.progress = Some(data.clone());
            });
        self.session
            .emit("operation:progress", Some(self.payload(data)))?;
        Ok(())
    }

    fn payload(&self, data: &Value) -> Value {
        json!({ "operation_id": self.operation_id, "data": data })
    }
}

impl Session {
    /// Runs `work` in the background and returns the operation's id at once.
    ///
    /// The outcome arrives as an event. Cancelling drops the work at its next await.
    pub fn spawn_operation<F, W>(
        self: &Arc<Self>,
        tool: &str,
        work: W,
    ) -> Result<String, StoreError>
    where
        W: FnOnce(OperationHandle) -> F,
        F: Future<Output = Result<Value, OperationFailure>> + Send + 'static,
    {
        let call = SessionCall::begin(Arc::clone(self));
        let (operation_id, cancel) = self.operations().start(self.id().as_str(), tool);
        let handle = OperationHandle {
            session: Arc::clone(self),
            operation_id,
            cancel,
        };
        let operation_id = handle.operation_id.clone();
        let payload = json!({ "operation_id": operation_id, "tool": tool });
        if let Err(error) = self.emit("operation:started", Some(payload)) {
            self.operations()
                .finish(&operation_id, OperationState::Failed);
            return Err(error);
        }
        let running = tokio::spawn(work(handle.clone()));
        tokio::spawn(async move {
            attend(handle, running).await;
            // The session counts as in use until here, so that it is not closed as idle.
            drop(call);
        });
        Ok(operation_id)
    }

    /// Cancels what is running and waits until it has ended. Returns the ids, oldest first.
    pub async fn cancel_operations(&self) -> Vec<String> {
        let cancelled = self.operations().cancel_running();
        let mut running = self.operations().running.subscribe();
        let all_ended = running.wait_for(|count| *count == 0);
        if tokio::time::timeout(2 * LET_GO, all_ended).await.is_err() {
            tracing::error!(session_id = %self.id(), "cancelled operations did not end");
        }
        cancelled
    }
}

/// Waits for the end of an operation, however it ends, and tells it.
async fn attend(
    handle: OperationHandle,
    mut running: tokio::task::JoinHandle<Result<Value, OperationFailure>>,
) {
    let outcome = tokio::select! {
        biased;
        () = handle.cancel.cancelled() => None,
        outcome = &mut running => Some(outcome),
    };
    let (state, kind, payload) = match outcome {
        None => {
            running.abort();
            if tokio::time::timeout(LET_GO, running).await.is_err() {
                tracing::warn!(
                    operation_id = handle.operation_id,
                    "a cancelled operation holds on"
                );
            }
            let payload = json!({ "operation_id": handle.operation_id });
            (OperationState::Cancelled, "operation:cancelled", payload)
        }
        Some(Ok(Ok(data))) => (
            OperationState::Completed,
            "operation:completed",
            handle.payload(&data),
        ),
        Some(Ok(Err(failure))) => (OperationState::Failed, "error", failure.payload(&handle)),
        Some(Err(panic)) => {
            tracing::error!(operation_id = handle.operation_id, %panic, "an operation panicked");
            let failure = OperationFailure {
                error_code: "UNKNOWN_ERROR".to_owned(),
                message: "a fault in Greenroom ended the operation; see the log".to_owned(),
            };
            (OperationState::Failed, "error", failure.payload(&handle))
        }
    };
    // The event first: who sees the state finds the event.
    if let Err(error) = handle.session.emit(kind, Some(payload)) {
        tracing::error!(operation_id = handle.operation_id, %error, "an outcome is not recorded");
    }
    handle
        .session
        .operations()
        .finish(&handle.operation_id, state);
}

impl OperationFailure {
    fn payload(&self, handle: &OperationHandle) -> Value {
        json!({
            "source": "operation",
            "operation_id": handle.operation_id,
            "error_code": self.error_code,
            "message": self.message,
        })
    }
}

impl Operations {
    /// All operations of the session, oldest first.
    pub(crate) fn list(&self) -> Vec<OperationStatus> {
        self.lock()
            .iter()
            .map(|entry| entry.status.clone())
            .collect()
    }

    pub(crate) fn any_running(&self) -> bool {
        *self.running.borrow() > 0
    }

    fn start(&self, session_id: &str, tool: &str) -> (String, CancellationToken) {
        let mut entries = self.lock();
        let operation_id = format!("{session_id}-op{}", entries.len() + 1);
        let cancel = CancellationToken::new();
        entries.push(Entry {
            status: OperationStatus {
                operation_id: operation_id.clone(),
                tool: tool.to_owned(),
                state: OperationState::Running,
                progress: None,
            },
            cancel: cancel.clone(),
        });
        self.running.send_modify(|count| *count += 1);
        (operation_id, cancel)
    }

    fn update(&self, operation_id: &str, change: impl FnOnce(&mut OperationStatus)) {
        let mut entries = self.lock();
        if let Some(entry) = entries
            .iter_mut()
            .find(|e| e.status.operation_id == operation_id)
        {
            change(&mut entry.status);
        }
    }

    fn finish(&self, operation_id: &str, state: OperationState) {
        self.update(operation_id, |status| status.state = state);
        self.running.send_modify(|count| *count -= 1);
    }

    fn cancel_running(&self) -> Vec<String> {
        let entries = self.lock();
        let running = entries
            .iter()
            .filter(|entry| entry.status.state == OperationState::Running);
        running
            .map(|entry| {
                entry.cancel.cancel();
                entry.status.operation_id.clone()
            })
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().ignore_poison()
    }
}

impl fmt::Debug for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list()).finish()
    }
}
