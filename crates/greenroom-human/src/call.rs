//! One call of this process's client, as the way to the human sees it.

use std::sync::Arc;

use serde_json::Value;

use crate::elicitation::Elicitor;
use crate::humans::Humans;

/// Who asks, and how they are reached meanwhile.
pub struct Call<'a> {
    pub humans: &'a Arc<Humans>,
    /// The name of the client; empty if it told none.
    pub client: &'a str,
    /// The JSON-RPC id, for the inspector; null on the command line.
    pub rpc_id: Value,
    /// The client hears meanwhile that the call goes on, and may wait longer for that.
    pub with_progress: bool,
    /// How the client asks its human, if it can show a form.
    pub elicitor: Option<&'a Elicitor>,
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("client", &self.client)
            .field("rpc_id", &self.rpc_id)
            .finish_non_exhaustive()
    }
}
