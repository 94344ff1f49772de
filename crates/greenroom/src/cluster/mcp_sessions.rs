//! MCP sessions of the older revisions: any server goes on with one that another began.

use std::pin::Pin;
use std::sync::Arc;

use greenroom_cluster::Cluster;
use rmcp::transport::streamable_http_server::session::{
    SessionState, SessionStore, SessionStoreError,
};

/// Those of one house.
pub(super) struct McpSessions {
    pub(super) cluster: Arc<Cluster>,
    pub(super) house: String,
}

type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, SessionStoreError>> + Send + 'a>>;

impl SessionStore for McpSessions {
    fn load<'a, 'b, 'c>(&'a self, id: &'b str) -> Doing<'c, Option<SessionState>>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        Box::pin(async move {
            let found = self.cluster.mcp_session(&self.house, id).await?;
            Ok(match found {
                Some(state) => Some(serde_json::from_str(&state)?),
                None => None,
            })
        })
    }

    fn store<'a, 'b, 'c, 'd>(&'a self, id: &'b str, state: &'c SessionState) -> Doing<'d, ()>
    where
        'a: 'd,
        'b: 'd,
        'c: 'd,
        Self: 'd,
    {
        Box::pin(async move {
            let state = serde_json::to_string(state)?;
            self.cluster
                .keep_mcp_session(&self.house, id, state)
                .await?;
            Ok(())
        })
    }

    fn delete<'a, 'b, 'c>(&'a self, id: &'b str) -> Doing<'c, ()>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        Box::pin(async move {
            self.cluster.end_mcp_session(&self.house, id).await?;
            Ok(())
        })
    }
}
