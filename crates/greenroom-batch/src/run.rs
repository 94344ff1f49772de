//! A batch from its first package to its last.

use std::future::Future;
use std::io;

use crate::batch::{Batch, Job};
use crate::ended::Ended;
use crate::judged::Kept;
use crate::queue::{JobQueue, Progress, QueueError};

/// Hears what becomes of a batch.
pub trait Watcher {
    /// A job has ended; each is told once, in the order of their ends.
    fn ended(&mut self, ended: &Ended, kept: Option<&Kept>) -> io::Result<()>;
    /// How far the batch is.
    fn progress(&mut self, progress: Progress);
}

/// Enqueues the jobs and waits until all have ended, while `workers` works on them.
///
/// All ends, in the order of the jobs. Dropping the future leaves the batch as far as it is.
pub async fn run<Q: JobQueue>(
    queue: &Q,
    batch: &Batch,
    jobs: Vec<Job>,
    workers: impl Future<Output = Result<(), QueueError>>,
    watcher: &mut impl Watcher,
) -> Result<Vec<Ended>, QueueError> {
    let mut ends: Vec<Option<Ended>> = vec![None; jobs.len()];
    queue.enqueue(batch, jobs).await?;
    let watched = watch(queue, batch, &mut ends, watcher);
    tokio::select! {
        watched = watched => watched?,
        // Workers end by themselves only when they cannot go on.
        ended = workers => {
            ended?;
            return Err(QueueError::Database("the workers have ended".to_owned()));
        }
    }
    Ok(ends.into_iter().flatten().collect())
}

async fn watch<Q: JobQueue>(
    queue: &Q,
    batch: &Batch,
    ends: &mut [Option<Ended>],
    watcher: &mut impl Watcher,
) -> Result<(), QueueError> {
    let mut mark = 0;
    loop {
        let progress = queue.progress(&batch.id).await?;
        if progress.is_done() {
            mark = 0;
        }
        for ended in queue.ended(&batch.id, &mut mark).await? {
            let Some(place) = ends.get_mut(ended.number as usize) else {
                continue;
            };
            if place.is_some() {
                continue;
            }
            let kept = match &ended.key {
                Some(key) => queue.kept(key).await?,
                None => None,
            };
            watcher.ended(&ended, kept.as_ref())?;
            *place = Some(ended);
        }
        watcher.progress(progress);
        if progress.is_done() {
            return Ok(());
        }
        queue.changed().await;
    }
}
