//! A job in the hands of a worker.

use std::sync::Arc;

use super::Inner;
use crate::batch::{Batch, Job};
use crate::ended::Ended;

/// Dropped without a word, as by a worker that dies, it gives the job back.
#[derive(Debug)]
pub(super) struct Claim {
    queue: Arc<Inner>,
    batch_id: String,
    place: usize,
    batch: Arc<Batch>,
    job: Job,
    is_settled: bool,
}

impl Claim {
    pub(super) fn new(
        queue: Arc<Inner>,
        batch_id: String,
        place: usize,
        batch: Arc<Batch>,
        job: Job,
    ) -> Self {
        Self {
            queue,
            batch_id,
            place,
            batch,
            job,
            is_settled: false,
        }
    }

    pub(super) fn job(&self) -> (Arc<Batch>, Job) {
        (Arc::clone(&self.batch), self.job.clone())
    }

    pub(super) fn done(mut self, ended: Ended) {
        self.is_settled = true;
        self.queue.done(&self.batch_id, self.place, ended);
    }

    pub(super) fn failed(mut self, reason: String) {
        self.is_settled = true;
        self.queue.failed(&self.batch_id, self.place, reason);
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if !self.is_settled {
            self.queue.put_back(&self.batch_id, self.place);
        }
    }
}
