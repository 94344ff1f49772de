//! What a face hands over with a call: who asks, and how to reach them meanwhile.

use futures::future::BoxFuture;
pub use greenroom_human::{Elicitation, Elicitor};
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

/// Sends one progress message: a strictly increasing number and a line for people.
pub type ProgressSink = Box<dyn Fn(f64, String) -> BoxFuture<'static, ()> + Send + Sync>;
