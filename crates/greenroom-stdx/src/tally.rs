//! Counting what happens in a process, for whoever asks how often.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Tally(AtomicU64);

impl Tally {
    pub const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Once more.
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
