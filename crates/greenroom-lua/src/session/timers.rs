//! Timers of a session: they run as jobs, in order of their time.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use mlua::Function;

use crate::limits::{LimitReached, TIMERS};

/// Milliseconds between two runs of an interval, at least.
const SHORTEST_INTERVAL: u64 = 1;
/// A year: longer times would overflow the clock.
const LONGEST_MS: f64 = 31_536_000_000.0;

/// The timers of one session.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    last: i64,
    due: BTreeSet<(Instant, i64)>,
    waiting: HashMap<i64, Timer>,
}

#[derive(Debug)]
struct Timer {
    due: Instant,
    action: Function,
    period: Option<Duration>,
}

impl Timers {
    /// Starts a timer and gives its handle.
    pub(crate) fn start(
        &mut self,
        action: Function,
        ms: f64,
        repeats: bool,
    ) -> Result<i64, LimitReached> {
        if self.waiting.len() >= TIMERS {
            return Err(LimitReached {
                limit: "timers per session",
                value: TIMERS,
            });
        }
        // NaN and negative times are at once.
        let ms = if ms > 0.0 {
            ms.min(LONGEST_MS) as u64
        } else {
            0
        };
        let period = repeats.then(|| Duration::from_millis(ms.max(SHORTEST_INTERVAL)));
        let due = Instant::now() + period.unwrap_or(Duration::from_millis(ms));
        self.last += 1;
        self.due.insert((due, self.last));
        self.waiting.insert(
            self.last,
            Timer {
                due,
                action,
                period,
            },
        );
        Ok(self.last)
    }

    pub(crate) fn stop(&mut self, handle: i64) {
        if let Some(timer) = self.waiting.remove(&handle) {
            self.due.remove(&(timer.due, handle));
        }
    }

    /// When the next one is due.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.due.first().map(|(due, _)| *due)
    }

    /// Takes the first one that is due. An interval is set again from now, so that it never piles up.
    pub(crate) fn take_due(&mut self) -> Option<Function> {
        let now = Instant::now();
        let &(due, handle) = self.due.first()?;
        if due > now {
            return None;
        }
        self.due.remove(&(due, handle));
        let timer = self.waiting.get_mut(&handle)?;
        let action = timer.action.clone();
        match timer.period {
            Some(period) => {
                timer.due = now + period;
                self.due.insert((timer.due, handle));
            }
            None => {
                self.waiting.remove(&handle);
            }
        }
        Some(action)
    }
}
