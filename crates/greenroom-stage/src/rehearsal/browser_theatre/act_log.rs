//! What a course did at each act of a rehearsal, and an act during which the LMS's server fails.

use std::sync::{Mutex, PoisonError};

use crate::course::lms::LmsFault;
use crate::course::runtime::Runtime;

/// The acts of a rehearsal, as they were carried out. The launch comes first.
#[derive(Debug, Default)]
pub struct ActLog {
    /// The act, counted from 0 after the launch, during which no save succeeds.
    failing: Option<usize>,
    acts: Mutex<Vec<NotedAct>>,
}

/// One act.
#[derive(Clone, Debug)]
pub struct NotedAct {
    pub words: String,
    /// The number of the course's calls after it.
    pub calls: usize,
}

impl ActLog {
    /// Every save of this act, counted from 0 after the launch, is answered with HTTP 500.
    pub fn failing_during(act: usize) -> Self {
        Self {
            failing: Some(act),
            acts: Mutex::default(),
        }
    }

    pub fn acts(&self) -> Vec<NotedAct> {
        self.lock().clone()
    }

    /// An act begins.
    pub(super) async fn begin(&self, runtime: &Runtime) {
        if self.fails_now() {
            runtime.lms_at_rest().await;
            runtime.lms_fault(Some(LmsFault::ServerError));
        }
    }

    /// It is over, and the page has come to rest.
    pub(super) async fn end(&self, runtime: &Runtime, words: String) {
        // A page that is gone has said what it will.
        let _answers = runtime.flush().await;
        if self.fails_now() {
            runtime.lms_at_rest().await;
            runtime.lms_fault(None);
        }
        let calls = runtime.live.read(|replica| replica.calls.len());
        self.lock().push(NotedAct { words, calls });
    }

    fn fails_now(&self) -> bool {
        let done = self.lock().len();
        // The launch was noted before the first act.
        self.failing.is_some_and(|act| done == act + 1)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<NotedAct>> {
        self.acts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
