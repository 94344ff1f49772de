//! How long a piece of work may take.

use std::time::{Duration, Instant};

use greenroom_os::processes::processor_time;

/// Where the machine has other things to do, work takes so many times longer at most.
const MOST_WAITING: u32 = 4;

/// Waits as long as marks are added.
///
/// What counts is the time that the worker computes: on a busy machine it waits for its turn, and
/// that is not a fault of the package.
pub(super) struct Patience {
    step: Duration,
    worker: u32,
    marked: u64,
    since: Instant,
    /// None where the system does not say.
    computed: Option<Duration>,
}

impl Patience {
    pub(super) fn new(step: Duration, worker: u32) -> Self {
        Self {
            step,
            worker,
            marked: 0,
            since: Instant::now(),
            computed: processor_time(worker),
        }
    }

    /// When to look again.
    pub(super) fn tick(&self) -> Duration {
        self.step / 4
    }

    pub(super) fn renew(&mut self) {
        self.since = Instant::now();
        self.computed = processor_time(self.worker);
    }

    /// Has nothing been marked for too long?
    pub(super) fn is_at_end(&mut self, marked: u64) -> bool {
        if marked != self.marked {
            self.marked = marked;
            self.renew();
        }
        let waited = self.since.elapsed();
        let is_busy = match (self.computed, processor_time(self.worker)) {
            (Some(before), Some(now)) => now.saturating_sub(before) >= self.step,
            _ => true,
        };
        waited >= self.step && (is_busy || waited >= self.step * MOST_WAITING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_for_its_turn_is_given_more_time() {
        let step = Duration::from_millis(20);
        let mut patience = Patience::new(step, std::process::id());
        if patience.computed.is_none() {
            return;
        }
        patience.computed = Some(Duration::MAX);
        patience.since = Instant::now().checked_sub(step * 2).unwrap();
        assert!(!patience.is_at_end(0), "nothing was computed");
        patience.since = Instant::now().checked_sub(step * MOST_WAITING).unwrap();
        assert!(patience.is_at_end(0), "it stands still");
        assert!(!patience.is_at_end(1), "a mark was added");
    }
}
