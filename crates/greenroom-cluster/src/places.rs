//! What exists once for a house: its desk of questions, its UI.

use std::sync::Arc;

use sqlx::Row as _;

use crate::cluster::{Cluster, within};
use crate::error::ClusterError;

/// Which server has a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// This one, from now on if nobody had it.
    Here {
        /// Rises whenever the place changes hands.
        epoch: i64,
    },
    At {
        server: String,
        address: String,
    },
}

impl Cluster {
    /// Which server has the place of this name in a house; this one takes it if nobody alive has it.
    pub async fn place(self: &Arc<Self>, house: &str, name: &str) -> Result<Place, ClusterError> {
        let (me, house, name) = (Arc::clone(self), house.to_owned(), name.to_owned());
        self.run(within(async move {
            sqlx::query(
                "INSERT INTO place (house, name, server) VALUES ($1, $2, $3) \
                 ON CONFLICT (house, name) DO UPDATE \
                 SET server = excluded.server, epoch = place.epoch + 1 \
                 WHERE place.server <> excluded.server AND NOT EXISTS (SELECT 1 FROM server v \
                     WHERE v.id = place.server AND v.lease_until > now() AND NOT v.draining)",
            )
            .bind(&house)
            .bind(&name)
            .bind(&me.me)
            .execute(&me.pool)
            .await?;
            let row = sqlx::query(
                "SELECT p.server, v.address, p.epoch FROM place p JOIN server v ON v.id = p.server \
                 WHERE p.house = $1 AND p.name = $2",
            )
            .bind(&house)
            .bind(&name)
            .fetch_one(&me.pool)
            .await?;
            let (server, address): (String, String) = (row.get(0), row.get(1));
            Ok(if server == me.me {
                Place::Here { epoch: row.get(2) }
            } else {
                Place::At { server, address }
            })
        }))
        .await
    }

    /// Whether a server is taken to be alive.
    pub async fn is_alive(self: &Arc<Self>, server: &str) -> Result<bool, ClusterError> {
        let (me, server) = (Arc::clone(self), server.to_owned());
        self.run(within(async move {
            let row = sqlx::query("SELECT lease_until > now() FROM server WHERE id = $1")
                .bind(server)
                .fetch_optional(&me.pool)
                .await?;
            Ok(row.is_some_and(|row| row.get(0)))
        }))
        .await
    }
}
