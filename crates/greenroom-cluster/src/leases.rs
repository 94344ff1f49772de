//! Which server has which session, and how one passes to another.

use std::sync::Arc;

use greenroom_store::shared::{LeftSession, Lines, SharedSession, TakenSession};
use greenroom_store::{ClosedSession, SessionId};
use serde_json::Value;
use sqlx::{PgPool, Row as _};

use crate::cluster::{Cluster, Held, within};
use crate::error::ClusterError;

/// After a restart of the database all leases have run out; its servers get so long to renew them
/// before anybody takes their sessions.
const GRACE_SECONDS: f64 = 4.0;
/// A session whose server has been dead for so long is nobody's any more.
const ORPHANED_SECONDS: f64 = 60.0;

/// Where a session is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// No session of this house has the id.
    Unknown,
    /// It is over.
    Ended(ClosedSession),
    /// Another server has it.
    At { server: String, address: String },
    /// A server has it that is about to let go of it, or that is dead and may not be known to be.
    Soon,
    /// Nobody has it; it can be taken.
    Free,
}

impl Cluster {
    /// Where a session is that is not open here.
    pub async fn locate(
        self: &Arc<Self>,
        house: &str,
        id: &SessionId,
    ) -> Result<Whereabouts, ClusterError> {
        let (me, house, id) = (Arc::clone(self), house.to_owned(), id.clone());
        self.run(within(async move {
            let row = sqlx::query(
                "SELECT s.server, s.released, s.ended, s.ended_at IS NOT NULL, v.address, \
                 coalesce(v.lease_until > now(), false), coalesce(v.draining, false), \
                 now() > pg_postmaster_start_time() + make_interval(secs => $3) \
                 FROM session s LEFT JOIN server v ON v.id = s.server \
                 WHERE s.id = $1 AND s.house = $2",
            )
            .bind(id.as_str())
            .bind(house)
            .bind(GRACE_SECONDS)
            .fetch_optional(&me.pool)
            .await?;
            let Some(row) = row else {
                return Ok(Whereabouts::Unknown);
            };
            let (server, released): (String, bool) = (row.get(0), row.get(1));
            let (alive, draining, settled): (bool, bool, bool) =
                (row.get(5), row.get(6), row.get(7));
            if row.get::<bool, _>(3) {
                let ended: Option<String> = row.get(2);
                let closed = ended.and_then(|text| serde_json::from_str(&text).ok());
                return Ok(closed.map_or(Whereabouts::Unknown, Whereabouts::Ended));
            }
            if released || server == me.me {
                return Ok(Whereabouts::Free);
            }
            match row.get::<Option<String>, _>(4) {
                Some(_) if alive && draining => Ok(Whereabouts::Soon),
                Some(address) if alive => Ok(Whereabouts::At { server, address }),
                _ if settled => Ok(Whereabouts::Free),
                _ => Ok(Whereabouts::Soon),
            }
        }))
        .await
    }

    /// Takes a session that nobody has; nothing if somebody else was faster.
    pub async fn take(
        self: &Arc<Self>,
        house: &str,
        id: &SessionId,
    ) -> Result<Option<TakenSession>, ClusterError> {
        let (me, house, id) = (Arc::clone(self), house.to_owned(), id.clone());
        self.run(async move {
            let before = within(server_of(&me.pool, &id)).await?;
            let row = within(async {
                Ok(sqlx::query(
                    "UPDATE session s SET server = $3, epoch = s.epoch + 1, released = false \
                     WHERE s.id = $1 AND s.house = $2 AND s.ended_at IS NULL \
                     AND (s.released OR s.server = $3 OR ( \
                         NOT EXISTS (SELECT 1 FROM server v \
                             WHERE v.id = s.server AND v.lease_until > now()) \
                         AND now() > pg_postmaster_start_time() + make_interval(secs => $4))) \
                     RETURNING s.epoch, s.facts, s.launch",
                )
                .bind(id.as_str())
                .bind(&house)
                .bind(&me.me)
                .bind(GRACE_SECONDS)
                .fetch_optional(&me.pool)
                .await?)
            })
            .await?;
            let Some(row) = row else {
                return Ok(None);
            };
            let epoch: i64 = row.get(0);
            let session: SharedSession = read(row.get(1))?;
            let launch: Option<String> = row.get(2);
            let launch: Option<Value> = launch.map(|text| read(&text)).transpose()?;
            let journal = lines(&me.pool, &id, Lines::Journal, 0).await?;
            let events = lines(&me.pool, &id, Lines::Events, 0).await?;
            // Beyond a gap nothing is told; what comes next takes these numbers.
            sqlx::query("DELETE FROM line WHERE session = $1 AND stream = $2 AND seq >= $3")
                .bind(id.as_str())
                .bind(number(Lines::Events))
                .bind(events.len() as i64)
                .execute(&me.pool)
                .await?;
            me.hold(&id, Held { house, epoch });
            tracing::info!(target: "cluster", session_id = %id, epoch, "SESSION_TAKEN");
            Ok(Some(TakenSession {
                session,
                from: before.unwrap_or_default(),
                launch,
                journal,
                events,
            }))
        })
        .await
    }

    /// Lets go of a session that was taken and could not be gone on with.
    pub async fn put_back(self: &Arc<Self>, id: &SessionId) -> Result<(), ClusterError> {
        let (me, id) = (Arc::clone(self), id.clone());
        self.run(async move { release(&me, &id).await }).await
    }
}

async fn server_of(pool: &PgPool, id: &SessionId) -> Result<Option<String>, ClusterError> {
    let row = sqlx::query("SELECT server FROM session WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| row.get(0)))
}

pub(crate) async fn begin(
    cluster: &Cluster,
    house: &str,
    session: &SharedSession,
) -> Result<(), ClusterError> {
    let facts = serde_json::to_string(session).map_err(std::io::Error::from)?;
    sqlx::query("INSERT INTO session (id, house, server, facts) VALUES ($1, $2, $3, $4)")
        .bind(session.id.as_str())
        .bind(house)
        .bind(&cluster.me)
        .bind(facts)
        .execute(&cluster.pool)
        .await?;
    let held = Held {
        house: house.to_owned(),
        epoch: 1,
    };
    cluster.hold(&session.id, held);
    Ok(())
}

/// False if the session is this server's no longer.
pub(crate) async fn note_course(
    cluster: &Cluster,
    id: &SessionId,
    launch: Option<String>,
) -> Result<bool, ClusterError> {
    let Some(held) = cluster.held(id) else {
        return Ok(false);
    };
    let noted =
        sqlx::query("UPDATE session SET launch = $4 WHERE id = $1 AND server = $2 AND epoch = $3")
            .bind(id.as_str())
            .bind(&cluster.me)
            .bind(held.epoch)
            .bind(launch)
            .execute(&cluster.pool)
            .await?;
    Ok(noted.rows_affected() == 1)
}

pub(crate) async fn end(
    cluster: &Cluster,
    id: &SessionId,
    closed: ClosedSession,
) -> Result<(), ClusterError> {
    let Some(held) = cluster.held(id) else {
        return Ok(());
    };
    cluster.let_go(id);
    let ended = serde_json::to_string(&closed).map_err(std::io::Error::from)?;
    sqlx::query(
        "UPDATE session SET ended_at = now(), ended = $4, launch = NULL \
         WHERE id = $1 AND server = $2 AND epoch = $3",
    )
    .bind(id.as_str())
    .bind(&cluster.me)
    .bind(held.epoch)
    .bind(ended)
    .execute(&cluster.pool)
    .await?;
    Ok(())
}

pub(crate) async fn release(cluster: &Cluster, id: &SessionId) -> Result<(), ClusterError> {
    let Some(held) = cluster.held(id) else {
        return Ok(());
    };
    cluster.let_go(id);
    sqlx::query("UPDATE session SET released = true WHERE id = $1 AND server = $2 AND epoch = $3")
        .bind(id.as_str())
        .bind(&cluster.me)
        .bind(held.epoch)
        .execute(&cluster.pool)
        .await?;
    Ok(())
}

/// Sessions of dead servers whose course is this one, taken with their journals.
pub(crate) async fn take_orphans(
    cluster: &Cluster,
    house: &str,
    namespace: &str,
    course_id: Option<&str>,
) -> Result<Vec<LeftSession>, ClusterError> {
    let rows = sqlx::query(
        "SELECT s.id, l.text FROM session s \
         JOIN line l ON l.session = s.id AND l.stream = 0 AND l.seq = 0 \
         LEFT JOIN server v ON v.id = s.server \
         WHERE s.house = $1 AND s.ended_at IS NULL AND NOT s.released AND s.server <> $2 \
         AND coalesce(v.lease_until, '-infinity') < now() - make_interval(secs => $3)",
    )
    .bind(house)
    .bind(&cluster.me)
    .bind(ORPHANED_SECONDS)
    .fetch_all(&cluster.pool)
    .await?;
    let mut taken = Vec::new();
    for row in rows {
        let (id, header): (String, Vec<u8>) = (row.get(0), row.get(1));
        let header: Value = serde_json::from_slice(&header).unwrap_or_default();
        let header = &header["journal"];
        let is_it = header["namespace"] == namespace && header["course_id"].as_str() == course_id;
        let Some(id) = SessionId::parse(&id).filter(|_| is_it) else {
            continue;
        };
        let row = sqlx::query(
            "UPDATE session s SET server = $2, epoch = s.epoch + 1 \
             WHERE s.id = $1 AND s.ended_at IS NULL AND NOT s.released \
             AND NOT EXISTS (SELECT 1 FROM server v \
                 WHERE v.id = s.server AND v.lease_until > now()) \
             RETURNING s.epoch",
        )
        .bind(id.as_str())
        .bind(&cluster.me)
        .fetch_optional(&cluster.pool)
        .await?;
        let Some(row) = row else { continue };
        let held = Held {
            house: house.to_owned(),
            epoch: row.get(0),
        };
        cluster.hold(&id, held);
        let journal = lines(&cluster.pool, &id, Lines::Journal, 0).await?;
        taken.push((id, journal));
    }
    Ok(taken)
}

/// The lines from a number on, up to the first that is missing.
pub(crate) async fn lines(
    pool: &PgPool,
    id: &SessionId,
    of: Lines,
    from: u64,
) -> Result<Vec<Vec<u8>>, ClusterError> {
    let rows = sqlx::query(
        "SELECT seq, text FROM line WHERE session = $1 AND stream = $2 AND seq >= $3 ORDER BY seq",
    )
    .bind(id.as_str())
    .bind(number(of))
    .bind(from as i64)
    .fetch_all(pool)
    .await?;
    let expected = (from as i64)..;
    let whole = rows
        .into_iter()
        .zip(expected)
        .take_while(|(row, expected)| row.get::<i64, _>(0) == *expected);
    Ok(whole.map(|(row, _)| row.get(1)).collect())
}

pub(crate) fn number(of: Lines) -> i16 {
    match of {
        Lines::Journal => 0,
        Lines::Events => 1,
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ClusterError> {
    serde_json::from_str(text).map_err(|error| ClusterError::Io(error.into()))
}
