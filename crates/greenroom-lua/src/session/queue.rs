//! The ordered queue of a session. Timers join it at their time.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use greenroom_stdx::IgnorePoison as _;

use super::job::Job;
use crate::limits::{JOBS, LimitReached};

/// Jobs in order of arrival.
#[derive(Debug, Default)]
pub(super) struct Queue {
    jobs: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    jobs: VecDeque<(Instant, Job)>,
    closed: bool,
}

/// What the session does next.
#[derive(Debug)]
pub(super) enum Next {
    Job(Job),
    Timer,
    /// Nobody can add a job any more.
    End,
}

/// Why a job was not taken.
#[derive(Debug)]
pub(super) enum NotQueued {
    Full(LimitReached),
    Ended,
}

impl Queue {
    pub(super) fn push(&self, job: Job) -> Result<(), NotQueued> {
        let mut waiting = self.lock();
        if waiting.closed {
            return Err(NotQueued::Ended);
        }
        if waiting.jobs.len() >= JOBS {
            return Err(NotQueued::Full(LimitReached {
                limit: "jobs queued per session",
                value: JOBS,
            }));
        }
        waiting.jobs.push_back((Instant::now(), job));
        drop(waiting);
        self.arrived.notify_one();
        Ok(())
    }

    /// No further jobs; those that wait are dropped, so that their callers learn of the end.
    pub(super) fn close(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        let dropped = std::mem::take(&mut waiting.jobs);
        drop(waiting);
        drop(dropped);
        self.arrived.notify_one();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Waits for the next job or timer, whichever came first.
    pub(super) fn next(&self, timer: Option<Instant>) -> Next {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return Next::End;
            }
            let first = waiting.jobs.front().map(|(arrived, _)| *arrived);
            let now = Instant::now();
            let timer_first = timer
                .filter(|due| *due <= now)
                .is_some_and(|due| first.is_none_or(|arrived| due <= arrived));
            if timer_first {
                return Next::Timer;
            }
            if let Some((_, job)) = waiting.jobs.pop_front() {
                return Next::Job(job);
            }
            waiting = match timer {
                Some(due) => {
                    let patience = due.saturating_duration_since(now);
                    self.arrived
                        .wait_timeout(waiting, patience)
                        .ignore_poison()
                        .0
                }
                None => self.arrived.wait(waiting).ignore_poison(),
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.jobs.lock().ignore_poison()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_refuses_until_a_job_is_taken() {
        let queue = Queue::default();
        let job = |connection| Job::Disconnect { connection };
        for connection in 0..JOBS as u64 {
            queue.push(job(connection)).unwrap();
        }
        let refused = queue.push(job(0)).unwrap_err();
        assert!(matches!(refused, NotQueued::Full(limit) if limit.value == JOBS));
        assert!(matches!(
            queue.next(None),
            Next::Job(Job::Disconnect { connection: 0 })
        ));
        queue.push(job(0)).unwrap();
    }
}
