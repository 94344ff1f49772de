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
    /// Go on from what is known of an exploration that was broken off.
    pub resume: bool,
}

/// What is left of time and acts.
#[derive(Debug)]
pub(crate) struct Budget {
    began: Instant,
    time: Duration,
    pub(crate) acts: usize,
    most_acts: usize,
    /// Which of the two cut something short.
    spent: Option<&'static str>,
}

impl Budget {
    pub(crate) fn new(options: &ExploreOptions) -> Self {
        Self {
            began: Instant::now(),
            time: options.max_time,
            acts: 0,
            most_acts: options.max_acts,
            spent: None,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether this share of the whole, in hundredths, is used up. Who asks has more to do, so that
    /// a yes cuts something short.
    pub(crate) fn is_spent(&mut self, share: u32) -> bool {
        if self.acts >= self.most_acts * share as usize / 100 {
            self.spent = Some("max_acts");
            return true;
        }
        let is_spent = self.began.elapsed() >= self.time * share / 100;
        if is_spent {
            self.spent = Some("max_seconds");
        }
        is_spent
    }

    /// What cut something short; nothing if all was done.
    pub(crate) fn spent(&self) -> Option<&'static str> {
        self.spent
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
