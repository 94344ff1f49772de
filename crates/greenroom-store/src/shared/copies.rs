//! Where the lines of one session go beside its files.

use std::sync::{Arc, mpsc};

use super::{Copied, LineCopies, Lines, NewLines, ShareFault, Shared};
use crate::session_id::SessionId;

/// Where the lines of one session go beside its files.
#[derive(Clone, Debug)]
pub struct Copies {
    pub(crate) lines: Arc<dyn LineCopies>,
    pub(crate) id: SessionId,
    epoch: u64,
}

impl Copies {
    /// Those of a session that is this server's.
    pub fn of(shared: &Shared, id: &SessionId) -> Self {
        Self {
            lines: Arc::clone(&shared.lines),
            id: id.clone(),
            epoch: shared.lines.epoch(id),
        }
    }

    /// Sends lines on their way, without waiting for them.
    pub(crate) fn tell(&self, of: Lines, first: u64, lines: Vec<Vec<u8>>) {
        let id = self.id.clone();
        let told = move |kept: Result<(), ShareFault>| {
            if let Err(error) = kept {
                tracing::debug!(session_id = %id, %error, "a line was not copied");
            }
        };
        self.append(of, first, lines, Box::new(told));
    }

    fn append(&self, of: Lines, first: u64, lines: Vec<Vec<u8>>, done: Copied) {
        let new = NewLines {
            id: self.id.clone(),
            epoch: self.epoch,
            of,
            first,
            lines,
        };
        self.lines.append(new, done);
    }

    /// Sends lines on their way; the receiver gets what becomes of them.
    pub(crate) fn send(
        &self,
        of: Lines,
        first: u64,
        lines: Vec<Vec<u8>>,
    ) -> mpsc::Receiver<Result<(), ShareFault>> {
        let (done, kept) = mpsc::channel();
        // Who does not wait any more does not want to know.
        let told = move |outcome| drop(done.send(outcome));
        self.append(of, first, lines, Box::new(told));
        kept
    }

    /// What all have beyond the lines that are here; `here` gives those that may be missing there.
    pub(crate) fn reconcile(
        &self,
        of: Lines,
        mut here: Vec<Vec<u8>>,
    ) -> Result<Vec<Vec<u8>>, ShareFault> {
        let mut there = self.lines.read(&self.id, of, 0)?;
        if there.len() < here.len() {
            let first = there.len();
            let missing = here.split_off(first);
            wait(&self.send(of, first as u64, missing))?;
            return Ok(Vec::new());
        }
        Ok(there.split_off(here.len()))
    }
}

/// Waits for what becomes of lines that were sent.
pub(crate) fn wait(kept: &mpsc::Receiver<Result<(), ShareFault>>) -> Result<(), ShareFault> {
    kept.recv().unwrap_or_else(|_| {
        Err(ShareFault::Unavailable {
            what: "the cluster",
            reason: "it was left".to_owned(),
        })
    })
}
