//! A worker: takes jobs from the database, and writes down what came of them.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use graphile_worker::{
    IntoTaskHandlerResult, LocalQueueConfig, RefetchDelayConfig, TaskHandler, WorkerContext,
    WorkerOptions, WorkerRecoveryConfig, WorkerShutdownConfig,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use super::patience::patiently;
use super::reading::decoded;
use super::{PostgresQueue, SCHEMA, TASK};
use crate::batch::{Batch, Job};
use crate::ended::Ended;
use crate::judged::Kept;
use crate::queue::{self, Handled, Handler, QueueError};
use crate::stop::Stop;

/// What was begun may take so long once a worker is told to stop.
const GRACE: Duration = Duration::from_secs(30);
/// How often a worker that has nothing to do looks for jobs.
const POLLS_EVERY: Duration = Duration::from_secs(1);
/// What was taken and not begun for so long is given back.
const HELD_FOR: Duration = Duration::from_secs(30);
/// A worker that lost its database tries again so long.
const PATIENCE: Duration = Duration::from_mins(2);
const BETWEEN: Duration = Duration::from_secs(1);

/// What the queue hands to a worker.
#[derive(Debug, Serialize, Deserialize)]
struct BatchJob {
    batch: String,
    location: String,
}

impl TaskHandler for BatchJob {
    const IDENTIFIER: &'static str = TASK;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        match context.get_ext::<Hands>() {
            Some(hands) => hands.do_job(&self).await,
            None => Err("this worker was started without hands".to_owned()),
        }
    }
}

/// What a worker works with.
#[derive(Clone)]
struct Hands {
    pool: PgPool,
    handler: Arc<dyn Handler>,
    worker: String,
}

impl fmt::Debug for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hands")
            .field("worker", &self.worker)
            .finish_non_exhaustive()
    }
}

/// Works until it is told to stop; a database that restarts is waited for.
pub(super) async fn work(
    queue: &PostgresQueue,
    at_once: usize,
    handler: Arc<dyn Handler>,
    stop: Stop,
) -> Result<(), QueueError> {
    let hands = Hands {
        pool: queue.pool.clone(),
        handler,
        worker: worker_name(),
    };
    let mut failing_since: Option<Instant> = None;
    while !stop.is_stopped() {
        let begun = Instant::now();
        let Err(error) = work_once(queue, at_once, &hands, &stop).await else {
            continue;
        };
        if begun.elapsed() > BETWEEN * 10 {
            failing_since = None;
        }
        if failing_since.get_or_insert(begun).elapsed() > PATIENCE {
            return Err(QueueError::Database(error));
        }
        tracing::warn!(target: "greenroom", error, "the worker begins again");
        tokio::select! {
            () = tokio::time::sleep(BETWEEN) => {}
            () = stop.stopped() => {}
        }
    }
    // Who is told to stop has not failed: what it could not end was not tried.
    patiently(|| hands.let_go()).await
}

async fn work_once(
    queue: &PostgresQueue,
    at_once: usize,
    hands: &Hands,
    stop: &Stop,
) -> Result<(), String> {
    let stopped = stop.clone();
    let recovery = WorkerRecoveryConfig::default()
        .enabled(true)
        .heartbeat_interval(queue.recovery.heartbeat)
        .sweep_interval(queue.recovery.sweep)
        .sweep_threshold(queue.recovery.silence)
        .recovery_delay(Duration::ZERO);
    let shutdown = WorkerShutdownConfig::default()
        .listen_os_shutdown_signals(false)
        .grace_period(GRACE)
        .interrupted_job_retry_delay(Duration::ZERO)
        .shutdown_signal(async move { stopped.stopped().await });
    let worker = WorkerOptions::default()
        .pg_pool(queue.pool.clone())
        .schema(SCHEMA)
        .concurrency(at_once.max(1))
        .poll_interval(POLLS_EVERY)
        // Without one a job is taken at each poll, however many wait. As long as what is done at
        // once, so that nobody holds jobs that others could begin.
        .local_queue(
            LocalQueueConfig::default()
                .with_size(at_once.max(1))
                .with_ttl(HELD_FOR)
                .with_refetch_delay(when_idle()),
        )
        .add_extension(hands.clone())
        .define_job::<BatchJob>()
        .worker_recovery(recovery)
        .worker_shutdown(shutdown)
        .init()
        .await
        .map_err(|error| error.to_string())?;
    worker.run().await.map_err(|error| error.to_string())
}

/// When nothing was to be had, the next look waits; a job that comes in ends the wait. Without this the
/// queue of `graphile_worker` 0.14 asks again at once, for as long as nothing comes.
fn when_idle() -> RefetchDelayConfig {
    RefetchDelayConfig {
        duration: POLLS_EVERY,
        threshold: 0,
        max_abort_threshold: Some(1),
    }
}

/// Two workers never share one, on whatever machine.
fn worker_name() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos());
    format!("{}-{nanos:x}", std::process::id())
}

impl Hands {
    async fn do_job(&self, at: &BatchJob) -> Result<(), String> {
        let begun = patiently(|| self.begin(at)).await;
        let Some((batch, job, attempts)) = begun.map_err(|error| error.to_string())? else {
            // Somebody else has ended it, or nobody asks any more.
            return Ok(());
        };
        let (mut ended, kept) = if attempts > batch.attempts {
            let reason = queue::workers_died(attempts - 1);
            (queue::given_up(&job, attempts - 1, reason), None)
        } else {
            match self
                .handler
                .handle(Arc::new(batch.clone()), job.clone())
                .await
            {
                Handled::Done { ended, kept } => (ended, kept),
                Handled::Failed { reason } if attempts < batch.attempts => {
                    let waits = patiently(|| self.wait_again(at)).await;
                    waits.map_err(|error| error.to_string())?;
                    return Err(reason);
                }
                Handled::Failed { reason } => (queue::given_up(&job, attempts, reason), None),
            }
        };
        ended.attempts = attempts.min(batch.attempts);
        let ending = || self.end(at, &ended, kept.as_deref(), batch.again);
        patiently(ending).await.map_err(|error| error.to_string())
    }

    async fn begin(&self, at: &BatchJob) -> Result<Option<(Batch, Job, u32)>, sqlx::Error> {
        type Row = (i64, String, Option<String>, i32, String);
        let row: Option<Row> = sqlx::query_as(
            "update greenroom_batch.job
             set state = 'running', attempts = attempts + 1, worker = $3
             from greenroom_batch.batch
             where batch.id = job.batch and job.batch = $1 and location = $2 and state <> 'ended'
             returning number, shown, stamp, attempts, asked::text",
        )
        .bind(&at.batch)
        .bind(&at.location)
        .bind(&self.worker)
        .fetch_optional(&self.pool)
        .await?;
        let Some((number, shown, stamp, attempts, asked)) = row else {
            return Ok(None);
        };
        let job = Job {
            number: number as u64,
            location: at.location.clone(),
            shown,
            stamp,
        };
        Ok(Some((decoded(&asked)?, job, attempts as u32)))
    }

    async fn wait_again(&self, at: &BatchJob) -> Result<(), sqlx::Error> {
        sqlx::query(
            "update greenroom_batch.job set state = 'waiting', worker = null
             where batch = $1 and location = $2 and worker = $3 and state = 'running'",
        )
        .bind(&at.batch)
        .bind(&at.location)
        .bind(&self.worker)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The result and the end of the job, both or none. Who was taken for dead changes nothing that
    /// another has ended meanwhile.
    async fn end(
        &self,
        at: &BatchJob,
        ended: &Ended,
        kept: Option<&Kept>,
        replace: bool,
    ) -> Result<(), sqlx::Error> {
        let encode = |error: serde_json::Error| sqlx::Error::Encode(error.into());
        let mut transaction = self.pool.begin().await?;
        let changed = sqlx::query(
            "update greenroom_batch.job
             set state = 'ended', outcome = $3, ended = $4::json, ended_at = clock_timestamp()
             where batch = $1 and location = $2 and state <> 'ended'",
        )
        .bind(&at.batch)
        .bind(&at.location)
        .bind(ended.outcome.as_str())
        .bind(serde_json::to_string(ended).map_err(encode)?)
        .execute(&mut *transaction)
        .await?;
        if let Some(kept) = kept.filter(|_| changed.rows_affected() > 0) {
            sqlx::query(
                "insert into greenroom_batch.result (key, kept) values ($1, $2::json)
                 on conflict (key) do update set kept = excluded.kept, kept_at = now() where $3",
            )
            .bind(&kept.key)
            .bind(serde_json::to_string(kept).map_err(encode)?)
            .bind(replace)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await
    }

    /// Jobs that this worker did not end wait again, and were not tried.
    async fn let_go(&self) -> Result<(), sqlx::Error> {
        sqlx::query(
            "update greenroom_batch.job
             set state = 'waiting', worker = null, attempts = greatest(attempts - 1, 0)
             where worker = $1 and state = 'running'",
        )
        .bind(&self.worker)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
