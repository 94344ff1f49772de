//! What the tables say of a batch.

use sqlx::PgPool;

use crate::ended::Ended;
use crate::judged::Kept;
use crate::queue::Progress;

/// Ends become visible when they are committed, which may be after later ones.
const OVERLAP_MICROSECONDS: i64 = 10_000_000;

pub(super) async fn progress(pool: &PgPool, batch: &str) -> Result<Option<Progress>, sqlx::Error> {
    let counts: Option<(i64, i64, i64)> = sqlx::query_as(
        "select count(job.batch), count(*) filter (where state = 'running'),
                count(*) filter (where state = 'ended')
         from greenroom_batch.batch left join greenroom_batch.job on job.batch = batch.id
         where batch.id = $1 group by batch.id",
    )
    .bind(batch)
    .fetch_optional(pool)
    .await?;
    Ok(counts.map(|(total, running, ended)| Progress {
        total: total as u64,
        running: running as u64,
        ended: ended as u64,
    }))
}

/// Ends since a moment in microseconds, and the next such moment.
pub(super) async fn ended(
    pool: &PgPool,
    batch: &str,
    from: u64,
) -> Result<(Vec<Ended>, u64), sqlx::Error> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "select ended::text, (extract(epoch from ended_at) * 1000000)::bigint
         from greenroom_batch.job
         where batch = $1 and state = 'ended' and ended_at > to_timestamp($2::float8 / 1000000)
         order by ended_at, number",
    )
    .bind(batch)
    .bind((from as i64).saturating_sub(OVERLAP_MICROSECONDS).max(0) as f64)
    .fetch_all(pool)
    .await?;
    let to = rows.last().map_or(from, |(_, at)| (*at).max(0) as u64);
    let ended = rows.iter().map(|(ended, _)| decoded(ended));
    Ok((ended.collect::<Result<_, _>>()?, to))
}

pub(super) async fn kept(pool: &PgPool, key: &str) -> Result<Option<Kept>, sqlx::Error> {
    let kept: Option<String> =
        sqlx::query_scalar("select kept::text from greenroom_batch.result where key = $1")
            .bind(key)
            .fetch_optional(pool)
            .await?;
    kept.map(|kept| decoded(&kept)).transpose()
}

pub(super) fn decoded<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(json).map_err(|error| sqlx::Error::Decode(error.into()))
}
