//! MCP sessions of the revisions that have them: what a server needs to go on with one.

use std::sync::Arc;

use sqlx::Row as _;

use crate::cluster::{Cluster, within};
use crate::error::ClusterError;

impl Cluster {
    /// How a session of a house was begun, as JSON.
    pub async fn mcp_session(
        self: &Arc<Self>,
        house: &str,
        id: &str,
    ) -> Result<Option<String>, ClusterError> {
        let (me, house, id) = (Arc::clone(self), house.to_owned(), id.to_owned());
        self.run(within(async move {
            let row = sqlx::query(
                "UPDATE mcp_session SET used_at = now() WHERE id = $1 AND house = $2 \
                 RETURNING state",
            )
            .bind(id)
            .bind(house)
            .fetch_optional(&me.pool)
            .await?;
            Ok(row.map(|row| row.get(0)))
        }))
        .await
    }

    /// Keeps how a session was begun.
    pub async fn keep_mcp_session(
        self: &Arc<Self>,
        house: &str,
        id: &str,
        state: String,
    ) -> Result<(), ClusterError> {
        let (me, house, id) = (Arc::clone(self), house.to_owned(), id.to_owned());
        self.run(within(async move {
            sqlx::query(
                "INSERT INTO mcp_session (id, house, state) VALUES ($1, $2, $3) \
                 ON CONFLICT (id) DO NOTHING",
            )
            .bind(id)
            .bind(house)
            .bind(state)
            .execute(&me.pool)
            .await?;
            Ok(())
        }))
        .await
    }

    /// A session is over.
    pub async fn end_mcp_session(
        self: &Arc<Self>,
        house: &str,
        id: &str,
    ) -> Result<(), ClusterError> {
        let (me, house, id) = (Arc::clone(self), house.to_owned(), id.to_owned());
        self.run(within(async move {
            sqlx::query("DELETE FROM mcp_session WHERE id = $1 AND house = $2")
                .bind(id)
                .bind(house)
                .execute(&me.pool)
                .await?;
            Ok(())
        }))
        .await
    }
}
