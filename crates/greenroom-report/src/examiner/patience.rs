//! How long a piece of work may take.

use std::time::{Duration, Instant};

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
    computed: Option<Duration>,
}

impl Patience {
    pub(super) fn new(step: Duration, worker: u32) -> Self {
        Self {
            step,
            worker,
            marked: 0,
            since: Instant::now(),
            computed: computed(worker),
        }
    }

    /// When to look again.
    pub(super) fn tick(&self) -> Duration {
        self.step / 4
    }

    pub(super) fn renew(&mut self) {
        self.since = Instant::now();
        self.computed = computed(self.worker);
    }

    /// Has nothing been marked for too long?
    pub(super) fn is_at_end(&mut self, marked: u64) -> bool {
        if marked != self.marked {
            self.marked = marked;
            self.renew();
        }
        let waited = self.since.elapsed();
        let is_busy = match (self.computed, computed(self.worker)) {
            (Some(before), Some(now)) => now.saturating_sub(before) >= self.step,
            _ => true,
        };
        waited >= self.step && (is_busy || waited >= self.step * MOST_WAITING)
    }
}

/// Processor time that a process has used; none where the system does not say.
fn computed(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in brackets and may hold anything.
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    let user: u64 = fields.nth(11)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    // Linux counts in hundredths of a second for every program.
    Some(Duration::from_millis((user + system) * 10))
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
