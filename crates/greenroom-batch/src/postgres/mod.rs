//! The queue in a PostgreSQL database, for workers on several machines.
//!
//! `graphile_worker` hands jobs to workers and takes them back from those that died. What a batch
//! is, how often a job may be tried and what came of it stand in tables of our own, so that all of
//! it holds in one transaction with the result.

mod enqueueing;
mod migrations;
mod patience;
mod reading;
#[cfg(test)]
mod tests;
mod working;

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use self::patience::patiently;
use crate::batch::{Batch, Job};
use crate::ended::Ended;
use crate::judged::Kept;
use crate::queue::{Handler, JobQueue, Progress, QueueError};
use crate::stop::Stop;

/// The schema of `graphile_worker`.
const SCHEMA: &str = "graphile_worker";
/// What its jobs are called.
const TASK: &str = "greenroom_batch";
/// How often whoever watches a batch looks.
const LOOK: Duration = Duration::from_millis(300);

/// How soon a worker counts as dead.
#[derive(Clone, Copy, Debug)]
pub struct Recovery {
    /// Workers say so often that they live.
    pub heartbeat: Duration,
    /// Others look so often for those who do not.
    pub sweep: Duration,
    /// Who has been silent for so long is dead.
    pub silence: Duration,
}

impl Default for Recovery {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(2),
            sweep: Duration::from_secs(3),
            silence: Duration::from_secs(10),
        }
    }
}

/// Jobs and results in a database.
#[derive(Clone, Debug)]
pub struct PostgresQueue {
    pool: PgPool,
    recovery: Recovery,
}

impl PostgresQueue {
    /// Connects, and brings the tables to this version.
    pub async fn connect(url: &str) -> Result<Self, QueueError> {
        Self::connect_with(url, Recovery::default()).await
    }

    /// As [`PostgresQueue::connect`], with other times for dead workers.
    pub async fn connect_with(url: &str, recovery: Recovery) -> Result<Self, QueueError> {
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(Duration::from_secs(10))
            .connect(url)
            .await
            .map_err(|error| {
                QueueError::Database(format!("the database cannot be reached: {error}"))
            })?;
        migrations::migrate(&pool)
            .await
            .map_err(|error| database(&error))?;
        let queue = Self { pool, recovery };
        // Enqueueing needs the functions of its schema.
        graphile_worker::WorkerUtils::new(queue.pool.clone(), SCHEMA)
            .migrate()
            .await
            .map_err(|error| QueueError::Database(error.to_string()))?;
        Ok(queue)
    }
}

fn database(error: &sqlx::Error) -> QueueError {
    QueueError::Database(format!("the database: {error}"))
}

impl JobQueue for PostgresQueue {
    async fn enqueue(&self, batch: &Batch, jobs: Vec<Job>) -> Result<(), QueueError> {
        patiently(|| enqueueing::enqueue(&self.pool, batch, &jobs)).await
    }

    async fn work(
        &self,
        at_once: usize,
        handler: Arc<dyn Handler>,
        stop: Stop,
    ) -> Result<(), QueueError> {
        working::work(self, at_once, handler, stop).await
    }

    async fn progress(&self, batch: &str) -> Result<Progress, QueueError> {
        patiently(|| reading::progress(&self.pool, batch))
            .await?
            .ok_or_else(|| QueueError::UnknownBatch(batch.to_owned()))
    }

    async fn ended(&self, batch: &str, mark: &mut u64) -> Result<Vec<Ended>, QueueError> {
        let from = *mark;
        let (ended, to) = patiently(|| reading::ended(&self.pool, batch, from)).await?;
        *mark = to;
        Ok(ended)
    }

    async fn changed(&self) {
        tokio::time::sleep(LOOK).await;
    }

    async fn kept(&self, key: &str) -> Result<Option<Kept>, QueueError> {
        patiently(|| reading::kept(&self.pool, key)).await
    }
}
