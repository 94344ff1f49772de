//! A batch into the database: all of it or nothing.

use sqlx::PgPool;

use super::TASK;
use crate::batch::{Batch, Job};

/// Batches that nobody asked about for so long are forgotten; results are kept.
const FORGET: &str = "delete from greenroom_batch.batch
     where id <> $1 and created_at < now() - interval '30 days'";

const ADD_BATCH: &str = "insert into greenroom_batch.batch (id, asked) values ($1, $2::json)
     on conflict (id) do update set asked = excluded.asked, created_at = now()";

const IS_DONE: &str = "select not exists (
       select from greenroom_batch.job where batch = $1 and state <> 'ended')";

/// New jobs, and those whose end may not hold any more.
const ADD_JOBS: &str = "insert into greenroom_batch.job (batch, number, location, shown, stamp)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
     on conflict (batch, location) do update
       set state = 'waiting', attempts = 0, outcome = null, ended = null, ended_at = null,
           worker = null, stamp = excluded.stamp
       where job.state = 'ended' and ($6 or excluded.stamp is null
         or excluded.stamp is distinct from job.stamp or job.outcome = 'not_judged')
     returning location";

/// It is our table that bounds the attempts: this library gives one back when a worker died.
const HAND_OVER: &str = "select count(graphile_worker.add_job(
       identifier => $1, payload => json_build_object('batch', $2::text, 'location', location),
       job_key => $2 || ':' || md5(location), max_attempts => 1000))
     from unnest($3::text[]) as location";

/// Jobs that wait for workers who know nothing of them, as when somebody has emptied their schema.
const HAND_OVER_LOST: &str = "select count(graphile_worker.add_job(
       identifier => $1, payload => json_build_object('batch', batch, 'location', location),
       job_key => batch || ':' || md5(location), max_attempts => 1000))
     from greenroom_batch.job
     where batch = $2 and state <> 'ended' and not exists (
       select from graphile_worker._private_jobs as known
       where known.key = job.batch || ':' || md5(job.location))";

pub(super) async fn enqueue(pool: &PgPool, batch: &Batch, jobs: &[Job]) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query(FORGET)
        .bind(&batch.id)
        .execute(&mut *transaction)
        .await?;
    let asked = serde_json::to_string(batch).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query(ADD_BATCH)
        .bind(&batch.id)
        .bind(asked)
        .execute(&mut *transaction)
        .await?;
    let is_done: bool = sqlx::query_scalar(IS_DONE)
        .bind(&batch.id)
        .fetch_one(&mut *transaction)
        .await?;
    let numbers: Vec<i64> = jobs.iter().map(|job| job.number as i64).collect();
    let locations: Vec<&str> = jobs.iter().map(|job| job.location.as_str()).collect();
    let shown: Vec<&str> = jobs.iter().map(|job| job.shown.as_str()).collect();
    let stamps: Vec<Option<&str>> = jobs.iter().map(|job| job.stamp.as_deref()).collect();
    let added: Vec<String> = sqlx::query_scalar(ADD_JOBS)
        .bind(&batch.id)
        .bind(numbers)
        .bind(locations)
        .bind(shown)
        .bind(stamps)
        .bind(is_done && batch.again)
        .fetch_all(&mut *transaction)
        .await?;
    sqlx::query(HAND_OVER)
        .bind(TASK)
        .bind(&batch.id)
        .bind(added)
        .execute(&mut *transaction)
        .await?;
    sqlx::query(HAND_OVER_LOST)
        .bind(TASK)
        .bind(&batch.id)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}
