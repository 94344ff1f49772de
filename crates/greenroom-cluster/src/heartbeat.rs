//! The lease of a server, and what it finds out when it renews it.

use std::sync::Weak;
use std::time::Duration;

use greenroom_store::SessionId;
use sqlx::{PgConnection, Row as _};

use crate::cluster::{Cluster, LEASE, RENEWED_EVERY};
use crate::desk::DESK;
use crate::error::ClusterError;

/// How long one renewal may take.
const RENEWAL: Duration = Duration::from_secs(2);
/// Days for which sessions that are over are remembered.
const REMEMBERED_DAYS: i32 = 30;

/// Renews the lease until the cluster is left.
pub(crate) async fn run(cluster: Weak<Cluster>) {
    let mut connection: Option<PgConnection> = None;
    loop {
        tokio::time::sleep(RENEWED_EVERY).await;
        let Some(cluster) = cluster.upgrade() else {
            return;
        };
        let renewed = tokio::time::timeout(RENEWAL, async {
            let mut database = match connection.take() {
                Some(connection) => connection,
                None => cluster.connect().await?,
            };
            renew(&cluster, &mut database).await?;
            find_lost(&cluster, &mut database).await?;
            find_lost_desks(&cluster, &mut database).await?;
            Ok::<_, ClusterError>(database)
        });
        match renewed.await {
            Ok(Ok(database)) => connection = Some(database),
            Ok(Err(error)) => tracing::warn!(target: "cluster", %error, "LEASE_NOT_RENEWED"),
            Err(_) => tracing::warn!(target: "cluster", "LEASE_NOT_RENEWED: no answer in time"),
        }
    }
}

/// Says that this server is alive.
pub(crate) async fn renew(
    cluster: &Cluster,
    database: &mut PgConnection,
) -> Result<(), ClusterError> {
    sqlx::query(
        "INSERT INTO server (id, address, lease_until, draining) \
         VALUES ($1, $2, now() + make_interval(secs => $3), $4) \
         ON CONFLICT (id) DO UPDATE \
         SET lease_until = excluded.lease_until, draining = excluded.draining",
    )
    .bind(&cluster.me)
    .bind(&cluster.address)
    .bind(LEASE.as_secs_f64())
    .bind(cluster.is_draining())
    .execute(database)
    .await?;
    Ok(())
}

/// Finds the sessions that others have taken.
async fn find_lost(cluster: &Cluster, database: &mut PgConnection) -> Result<(), ClusterError> {
    // Before the question: what begins meanwhile is not missing in its answer.
    let held = cluster.all_held();
    if held.is_empty() {
        return Ok(());
    }
    let rows = sqlx::query(
        "SELECT id, epoch FROM session WHERE server = $1 AND ended_at IS NULL AND NOT released",
    )
    .bind(&cluster.me)
    .fetch_all(database)
    .await?;
    let own: Vec<(String, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let is_own = |id: &SessionId, epoch: i64| {
        own.iter()
            .any(|(known, at)| known == id.as_str() && *at == epoch)
    };
    for (id, known) in held {
        if !is_own(&id, known.epoch) {
            cluster.lose(&id, known.epoch);
        }
    }
    Ok(())
}

/// Finds the desks that others have taken.
async fn find_lost_desks(
    cluster: &Cluster,
    database: &mut PgConnection,
) -> Result<(), ClusterError> {
    let held = cluster.all_desks();
    if held.is_empty() {
        return Ok(());
    }
    let rows = sqlx::query("SELECT house, epoch FROM place WHERE server = $1 AND name = $2")
        .bind(&cluster.me)
        .bind(DESK)
        .fetch_all(database)
        .await?;
    let own: Vec<(String, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    for (house, epoch) in held {
        if !own.contains(&(house.clone(), epoch)) {
            cluster.lose_desk(&house, epoch);
        }
    }
    Ok(())
}

/// Forgets servers and sessions of long ago.
pub(crate) async fn clean_up(database: &mut PgConnection) -> Result<(), ClusterError> {
    for forget in [
        "DELETE FROM session WHERE ended_at < now() - make_interval(days => $1)",
        "DELETE FROM mcp_session WHERE used_at < now() - make_interval(days => $1)",
        "DELETE FROM server v WHERE v.lease_until < now() - make_interval(days => $1) \
         AND NOT EXISTS (SELECT 1 FROM session s WHERE s.server = v.id AND s.ended_at IS NULL)",
    ] {
        sqlx::query(forget)
            .bind(REMEMBERED_DAYS)
            .execute(&mut *database)
            .await?;
    }
    Ok(())
}
