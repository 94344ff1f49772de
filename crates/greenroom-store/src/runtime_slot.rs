//! Runtimes that are open: which sessions have one, and how many there may be.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::StoreError;
use crate::session::Session;

/// The open runtime of a session; dropping it makes room for another.
#[derive(Debug)]
pub struct RuntimeSlot {
    open: Arc<AtomicUsize>,
    session: Arc<Session>,
}

impl RuntimeSlot {
    pub(crate) fn take(
        open: &Arc<AtomicUsize>,
        maximum: usize,
        session: &Arc<Session>,
    ) -> Result<Self, StoreError> {
        let value = open.fetch_add(1, Ordering::SeqCst) + 1;
        if value > maximum {
            open.fetch_sub(1, Ordering::SeqCst);
            return Err(StoreError::LimitExceeded {
                limit: "the number of open runtimes",
                value: Some(value as u64),
                maximum: maximum as u64,
                setting: "limits.runtimes",
            });
        }
        session.set_runtime_open(true);
        Ok(Self {
            open: Arc::clone(open),
            session: Arc::clone(session),
        })
    }
}

impl Drop for RuntimeSlot {
    fn drop(&mut self) {
        self.session.set_runtime_open(false);
        self.open.fetch_sub(1, Ordering::SeqCst);
    }
}
