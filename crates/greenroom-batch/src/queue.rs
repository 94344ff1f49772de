//! The seam of jobs: who takes which, how often, and what became of them.

use std::future::Future;
use std::sync::Arc;

use futures::future::BoxFuture;

use crate::batch::{Batch, Job};
use crate::ended::Ended;
use crate::judged::Kept;
use crate::stop::Stop;

/// A queue of jobs, and the results that are kept.
///
/// [`EmbeddedQueue`](crate::EmbeddedQueue) is the reference; the tests in `tests/queue` run over
/// every implementation.
pub trait JobQueue: Clone + Send + Sync + 'static {
    /// Adds the jobs of a batch. Those that it has already are left as they are while the batch goes
    /// on; of a batch that has ended, those are done again whose package may have changed.
    fn enqueue(
        &self,
        batch: &Batch,
        jobs: Vec<Job>,
    ) -> impl Future<Output = Result<(), QueueError>> + Send;

    /// Takes jobs, so many at once, until it is told to stop; what was begun is ended first.
    ///
    /// A worker may die at any moment, as when this future is dropped: what it had taken is taken
    /// by another, until it was tried as often as its batch allows.
    fn work(
        &self,
        at_once: usize,
        handler: Arc<dyn Handler>,
        stop: Stop,
    ) -> impl Future<Output = Result<(), QueueError>> + Send;

    /// How far a batch is.
    fn progress(&self, batch: &str) -> impl Future<Output = Result<Progress, QueueError>> + Send;

    /// Jobs that have ended since `mark`, which is moved; the first is 0. One may be told more than
    /// once. Once all have ended, everything that was not told is told from mark 0.
    fn ended(
        &self,
        batch: &str,
        mark: &mut u64,
    ) -> impl Future<Output = Result<Vec<Ended>, QueueError>> + Send;

    /// Waits until something may have changed since the last call.
    fn changed(&self) -> impl Future<Output = ()> + Send;

    /// The result that is kept under a key.
    fn kept(&self, key: &str) -> impl Future<Output = Result<Option<Kept>, QueueError>> + Send;
}

/// Does what jobs ask for.
pub trait Handler: Send + Sync {
    /// Does one job.
    fn handle(&self, batch: Arc<Batch>, job: Job) -> BoxFuture<'_, Handled>;
}

/// What came of one try.
#[derive(Clone, Debug)]
pub enum Handled {
    /// The job is done; a new result is kept.
    Done {
        /// How it ended.
        ended: Ended,
        /// What is kept under the key of its end.
        kept: Option<Box<Kept>>,
    },
    /// The machinery failed: try again, if that is allowed.
    Failed {
        /// What failed.
        reason: String,
    },
}

/// How far a batch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Jobs of the batch.
    pub total: u64,
    /// Those that a worker has taken.
    pub running: u64,
    /// Those that have ended.
    pub ended: u64,
}

impl Progress {
    /// Is nothing left to do?
    pub fn is_done(&self) -> bool {
        self.ended == self.total
    }
}

/// The queue itself fails.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Results cannot be kept.
    #[error("results cannot be kept: {0}")]
    Files(#[from] std::io::Error),
    /// A batch that nobody enqueued.
    #[error("there is no batch {0}")]
    UnknownBatch(String),
    /// A database that cannot be used.
    #[error("{0}")]
    Database(String),
}

/// The end of a job that nobody brought to an end.
pub(crate) fn given_up(job: &Job, attempts: u32, reason: String) -> Ended {
    Ended {
        number: job.number,
        shown: job.shown.clone(),
        outcome: crate::Outcome::NotJudged,
        key: None,
        reason: Some(reason),
        reused: false,
        attempts,
        seconds: 0.0,
    }
}

/// Why a job is given up whose workers died.
pub(crate) fn workers_died(attempts: u32) -> String {
    format!(
        "its worker ended while it worked on this package, {}",
        if attempts == 1 {
            "once".to_owned()
        } else {
            format!("{attempts} times")
        }
    )
}
