//! What a face hands over with a call: who asks, and how to reach them meanwhile.

use std::sync::Arc;

use futures::future::BoxFuture;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::turns::Turn;

/// How a call came in.
#[derive(Default)]
pub struct Request {
    /// The JSON-RPC id as JSON text; absent on the command line.
    pub rpc_id: Option<String>,
    /// The JSON-RPC method; absent on the command line.
    pub method: Option<&'static str>,
    /// The name of the client, as far as it told.
    pub client: Option<String>,
    /// Fires when the caller no longer wants the answer.
    pub cancel: CancellationToken,
    /// Where progress goes, if the caller asked for it.
    pub progress: Option<ProgressSink>,
    /// How the client asks its human, if it can show a form.
    pub elicit: Option<Elicitor>,
    /// The place in the session's queue, taken when the request arrived.
    pub turn: Option<Turn>,
}

impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("rpc_id", &self.rpc_id)
            .finish_non_exhaustive()
    }
}

/// A question to the human that the client itself may show as a form.
#[derive(Debug)]
pub struct Elicitation {
    pub message: String,
    /// An object schema with one primitive property or list.
    pub schema: Value,
    /// Fires when the question was answered elsewhere.
    pub closed: CancellationToken,
}

/// Asks in the client; the content that the human accepted, if any.
pub type Elicitor = Arc<dyn Fn(Elicitation) -> BoxFuture<'static, Option<Value>> + Send + Sync>;

/// Sends one progress message: a strictly increasing number and a line for people.
pub type ProgressSink = Box<dyn Fn(f64, String) -> BoxFuture<'static, ()> + Send + Sync>;
