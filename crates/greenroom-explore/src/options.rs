//! How a course is explored, and when it is enough.

use std::time::{Duration, Instant};

use greenroom_stage::course::launch_options::LaunchOptions;

/// What the caller asks for.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// How the course is launched, each time.
    pub launch: LaunchOptions,
    /// No act begins after this time.
    pub max_time: Duration,
    /// No more acts than these.
    pub max_acts: usize,
    /// Chance and clock of the content, and the order of acts that are equally good.
    pub seed: u64,
}

/// What is left of time and acts.
#[derive(Debug)]
pub(crate) struct Budget {
    began: Instant,
    time: Duration,
    pub(crate) acts: usize,
    most_acts: usize,
}

impl Budget {
    pub(crate) fn new(options: &ExploreOptions) -> Self {
        Self {
            began: Instant::now(),
            time: options.max_time,
            acts: 0,
            most_acts: options.max_acts,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether this share of the whole, in hundredths, is used up.
    pub(crate) fn is_spent(&self, share: u32) -> bool {
        self.began.elapsed() >= self.time * share / 100
            || self.acts >= self.most_acts * share as usize / 100
    }

    /// Which of the two ended it.
    pub(crate) fn why(&self) -> &'static str {
        if self.acts >= self.most_acts {
            "max_acts"
        } else {
            "max_seconds"
        }
    }
}

/// Draws that repeat themselves: an order for acts that are equally good.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number for a thing; without a seed all are equal, and the order of the page stays.
    pub(crate) fn of(self, thing: &str) -> u64 {
        if self.0 == 0 {
            return 0;
        }
        crate::state::hash(&(self.0, thing))
    }
}
