//! How long a lint may take, and how it is ended before.

use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;

/// The bounds of one or several lints.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// When to stop; none for a person who can end the program.
    pub(crate) until: Option<Deadline>,
    pub(crate) stop: Stop,
}

/// A moment, and how long before it the work began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    pub(crate) at: Instant,
    pub(crate) time: Duration,
}

impl Bounds {
    /// From now on for so long.
    pub fn within(time: Duration) -> Self {
        Self {
            until: Some(Deadline {
                at: Instant::now() + time,
                time,
            }),
            stop: Stop::default(),
        }
    }

    /// How much time is left.
    pub(crate) fn left(&self) -> Duration {
        self.until.map_or(Duration::MAX, |until| {
            until.at.saturating_duration_since(Instant::now())
        })
    }

    /// Ends the lint from elsewhere.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

/// Why a lint gave no report.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// Somebody ended it.
    #[error("the examination was ended")]
    Stopped,
    /// The time was up.
    #[error("the examination was ended after {} s: {examined} of {files} files had been read", time.as_secs())]
    TimeUp {
        /// Files that were read whole.
        examined: usize,
        /// Files of the package.
        files: usize,
        /// How long it was allowed to take.
        time: Duration,
    },
    /// No worker could be started.
    #[error("no process can be started to examine the package: {0}")]
    NoWorker(#[from] std::io::Error),
}

/// Ends the worker of a lint, also while it computes.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    is_stopped: bool,
    worker: Option<Arc<Mutex<Child>>>,
}

impl Stop {
    /// Ends what runs now, and whatever would begin later.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        if let Some(worker) = state.worker.take() {
            kill(&worker);
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// From now on, this worker is the one to end; false if it is too late.
    pub(crate) fn watch(&self, worker: &Arc<Mutex<Child>>) -> bool {
        let mut state = self.lock();
        if !state.is_stopped {
            state.worker = Some(Arc::clone(worker));
        }
        !state.is_stopped
    }

    /// The worker has done its work and goes to somebody else.
    pub(crate) fn let_go(&self) {
        self.lock().worker = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().ignore_poison()
    }
}

/// Ends a process; whoever reads from it sees the end of its stream.
pub(crate) fn kill(worker: &Mutex<Child>) {
    let mut child = worker.lock().ignore_poison();
    // One that has ended already needs no end.
    drop(child.kill());
}

/// Stops the lint of a call that nobody waits for any more.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
