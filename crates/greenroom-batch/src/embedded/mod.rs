//! The queue inside this process, with results in files.
//!
//! What waits is not written down: whoever starts a batch again finds its packages again, and what
//! was done is known by its result.

mod claim;
mod results;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use greenroom_stdx::IgnorePoison as _;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::claim::Claim;
use self::results::ResultFiles;
use crate::batch::{Batch, Job};
use crate::ended::{Ended, Outcome};
use crate::judged::Kept;
use crate::queue::{self, Handled, Handler, JobQueue, Progress, QueueError};
use crate::stop::Stop;

/// Jobs in memory, results in a folder.
#[derive(Clone, Debug)]
pub struct EmbeddedQueue(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    changes: watch::Sender<u64>,
    results: ResultFiles,
}

#[derive(Debug, Default)]
struct State {
    batches: BTreeMap<String, Held>,
    waiting: VecDeque<(String, usize)>,
}

/// A batch and its jobs.
#[derive(Debug)]
struct Held {
    batch: Arc<Batch>,
    slots: Vec<Slot>,
    /// Location → slot.
    places: HashMap<String, usize>,
    running: u64,
    ended: Vec<Ended>,
}

#[derive(Debug)]
struct Slot {
    job: Job,
    attempts: u32,
    is_ended: bool,
}

impl EmbeddedQueue {
    /// Results are kept below this folder, which is made when there is one.
    pub fn new(results: PathBuf) -> Self {
        Self(Arc::new(Inner {
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            results: ResultFiles::new(results),
        }))
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }

    fn tell(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// The next job, if one waits and the worker is not `gone`. That is asked with the lock held:
    /// what the others of its worker give back comes after the word that they are gone.
    fn take(self: &Arc<Self>, gone: &Stop) -> Option<Claim> {
        loop {
            let mut state = self.lock();
            if gone.is_stopped() {
                return None;
            }
            let (id, place) = state.waiting.pop_front()?;
            let Some(held) = state.batches.get_mut(&id) else {
                continue;
            };
            let slot = &mut held.slots[place];
            if slot.attempts >= held.batch.attempts {
                // Its last worker died over it.
                let reason = queue::workers_died(slot.attempts);
                let ended = queue::given_up(&slot.job, slot.attempts, reason);
                slot.is_ended = true;
                held.ended.push(ended);
                drop(state);
                self.tell();
                continue;
            }
            slot.attempts += 1;
            let (job, batch) = (slot.job.clone(), Arc::clone(&held.batch));
            held.running += 1;
            return Some(Claim::new(Arc::clone(self), id, place, batch, job));
        }
    }

    /// A job that was taken is free again.
    fn put_back(&self, id: &str, place: usize) {
        let mut state = self.lock();
        if let Some(held) = state.batches.get_mut(id) {
            held.running = held.running.saturating_sub(1);
            state.waiting.push_back((id.to_owned(), place));
        }
        drop(state);
        self.tell();
    }

    /// The machinery failed over a job: it waits again, or is given up.
    fn failed(&self, id: &str, place: usize, reason: String) {
        let mut state = self.lock();
        let Some(held) = state.batches.get_mut(id) else {
            return;
        };
        held.running = held.running.saturating_sub(1);
        let slot = &mut held.slots[place];
        if slot.attempts < held.batch.attempts {
            state.waiting.push_back((id.to_owned(), place));
        } else {
            slot.is_ended = true;
            held.ended
                .push(queue::given_up(&slot.job, slot.attempts, reason));
        }
        drop(state);
        self.tell();
    }

    fn done(&self, id: &str, place: usize, mut ended: Ended) {
        let mut state = self.lock();
        if let Some(held) = state.batches.get_mut(id) {
            held.running = held.running.saturating_sub(1);
            let slot = &mut held.slots[place];
            ended.attempts = slot.attempts;
            slot.is_ended = true;
            held.ended.push(ended);
        }
        drop(state);
        self.tell();
    }

    async fn work_on(self: Arc<Self>, handler: Arc<dyn Handler>, stop: Stop, gone: Stop) {
        let mut changes = self.changes.subscribe();
        while !stop.is_stopped() {
            changes.mark_unchanged();
            let Some(claim) = self.take(&gone) else {
                tokio::select! {
                    _ = changes.changed() => {}
                    () = stop.stopped() => {}
                }
                continue;
            };
            let (batch, job) = claim.job();
            match handler.handle(batch, job).await {
                Handled::Failed { reason } => claim.failed(reason),
                Handled::Done { ended, kept } => match self.keep(kept).await {
                    Ok(()) => claim.done(ended),
                    Err(error) => claim.failed(format!("its result cannot be kept: {error}")),
                },
            }
        }
    }

    async fn keep(self: &Arc<Self>, kept: Option<Box<Kept>>) -> std::io::Result<()> {
        let Some(kept) = kept else {
            return Ok(());
        };
        let inner = Arc::clone(self);
        let written = tokio::task::spawn_blocking(move || inner.results.write(&kept));
        written.await.map_err(std::io::Error::other)?
    }
}

impl JobQueue for EmbeddedQueue {
    async fn enqueue(&self, batch: &Batch, jobs: Vec<Job>) -> Result<(), QueueError> {
        let mut state = self.0.lock();
        let State { batches, waiting } = &mut *state;
        let held = batches.entry(batch.id.clone()).or_insert_with(|| Held {
            batch: Arc::new(batch.clone()),
            slots: Vec::new(),
            places: HashMap::new(),
            running: 0,
            ended: Vec::new(),
        });
        held.batch = Arc::new(batch.clone());
        let was_done = held.ended.len() == held.slots.len();
        for job in jobs {
            match held.places.get(&job.location) {
                None => {
                    held.places.insert(job.location.clone(), held.slots.len());
                    waiting.push_back((batch.id.clone(), held.slots.len()));
                    held.slots.push(Slot {
                        job,
                        attempts: 0,
                        is_ended: false,
                    });
                }
                Some(place) => {
                    let slot = &mut held.slots[*place];
                    let number = slot.job.number;
                    let end = held.ended.iter().position(|end| end.number == number);
                    let Some(end) = end.filter(|_| slot.is_ended) else {
                        continue;
                    };
                    let is_same = job.stamp.is_some() && job.stamp == slot.job.stamp;
                    let is_judged = held.ended[end].outcome != Outcome::NotJudged;
                    if is_same && is_judged && !(was_done && batch.again) {
                        continue;
                    }
                    held.ended.remove(end);
                    *slot = Slot {
                        job: Job { number, ..job },
                        attempts: 0,
                        is_ended: false,
                    };
                    waiting.push_back((batch.id.clone(), *place));
                }
            }
        }
        drop(state);
        self.0.tell();
        Ok(())
    }

    async fn work(
        &self,
        at_once: usize,
        handler: Arc<dyn Handler>,
        stop: Stop,
    ) -> Result<(), QueueError> {
        // Dropped with this future, and every claim with its task.
        let mut workers = JoinSet::new();
        // Dropped before them: tasks end one after the other, and what one gives back must not be
        // begun by another that has not heard yet.
        let gone = Stop::default();
        let _all_hear = gone.clone().at_drop();
        for _ in 0..at_once.max(1) {
            let inner = Arc::clone(&self.0);
            workers.spawn(inner.work_on(Arc::clone(&handler), stop.clone(), gone.clone()));
        }
        while let Some(ended) = workers.join_next().await {
            if let Err(error) = ended
                && error.is_panic()
                && !stop.is_stopped()
            {
                // Its job waits again, and somebody must be there to take it.
                tracing::error!(target: "greenroom", %error, "a worker of the batch has panicked");
                let inner = Arc::clone(&self.0);
                workers.spawn(inner.work_on(Arc::clone(&handler), stop.clone(), gone.clone()));
            }
        }
        Ok(())
    }

    async fn progress(&self, batch: &str) -> Result<Progress, QueueError> {
        let state = self.0.lock();
        let held = state.batches.get(batch);
        let held = held.ok_or_else(|| QueueError::UnknownBatch(batch.to_owned()))?;
        Ok(Progress {
            total: held.slots.len() as u64,
            running: held.running,
            ended: held.ended.len() as u64,
        })
    }

    async fn ended(&self, batch: &str, mark: &mut u64) -> Result<Vec<Ended>, QueueError> {
        let state = self.0.lock();
        let held = state.batches.get(batch);
        let held = held.ok_or_else(|| QueueError::UnknownBatch(batch.to_owned()))?;
        let new = held
            .ended
            .get(*mark as usize..)
            .unwrap_or_default()
            .to_vec();
        *mark = held.ended.len() as u64;
        Ok(new)
    }

    async fn changed(&self) {
        let mut changes = self.0.changes.subscribe();
        // Whoever looked before this may have missed one, so nobody waits for ever.
        let soon = std::time::Duration::from_millis(100);
        let _either = tokio::time::timeout(soon, changes.changed()).await;
    }

    async fn kept(&self, key: &str) -> Result<Option<Kept>, QueueError> {
        let (inner, key) = (Arc::clone(&self.0), key.to_owned());
        let read = tokio::task::spawn_blocking(move || inner.results.read(&key));
        Ok(read.await.map_err(std::io::Error::other)??)
    }
}
