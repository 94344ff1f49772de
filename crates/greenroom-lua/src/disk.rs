//! By how much the files of a project may grow through Lua code.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::LimitReached;

/// What a file takes however little is in it, and a write after a jump at most beyond its bytes.
pub(crate) const BLOCK: u64 = 4_096;

/// The account of all sessions of a project.
#[derive(Debug)]
pub struct Disk {
    used: AtomicU64,
    limit: u64,
}

impl Disk {
    pub fn new(limit: u64) -> Self {
        Self {
            used: AtomicU64::new(0),
            limit,
        }
    }

    /// Takes bytes that are about to be written.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), LimitReached> {
        let taken = self
            .used
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                used.checked_add(bytes).filter(|sum| *sum <= self.limit)
            });
        taken.map(drop).map_err(|_| LimitReached {
            limit: "bytes that Lua code adds to the project's files",
            value: usize::try_from(self.limit).unwrap_or(usize::MAX),
        })
    }

    /// Gives bytes back that were freed.
    pub(crate) fn give(&self, bytes: u64) {
        let _always_some = self
            .used
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                Some(used.saturating_sub(bytes))
            });
    }
}
