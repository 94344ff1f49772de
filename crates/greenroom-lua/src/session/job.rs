//! What a session can be asked to do.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use serde_json::Value as Json;
use tokio::sync::oneshot;

use crate::LuaFailure;
use crate::frame::PageFrame;
use crate::page::VariableRow;
use crate::viewdef::ViewdefChange;

/// A job.
#[derive(Debug)]
pub(super) enum Job {
    Run(RunJob),
    Frame {
        connection: u64,
        frame: PageFrame,
    },
    Disconnect {
        connection: u64,
    },
    Viewdefs {
        changes: Vec<ViewdefChange>,
        reply: oneshot::Sender<Pushed>,
    },
    State {
        path: String,
        depth: usize,
        reply: oneshot::Sender<Result<AppState, StateError>>,
    },
    Rows {
        reply: oneshot::Sender<Vec<VariableRow>>,
    },
    Reload {
        files: Vec<PathBuf>,
    },
}

/// Code to run.
#[derive(Debug)]
pub(super) struct RunJob {
    pub(super) code: String,
    pub(super) limit: Duration,
    pub(super) ticket: Arc<Ticket>,
    pub(super) started: oneshot::Sender<()>,
    pub(super) ran: oneshot::Sender<()>,
    pub(super) reply: oneshot::Sender<(Result<Ran, RunFault>, Pushed)>,
}

/// What a run returned.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The first value; `{"non-json": …}` if any part of it has no JSON form.
    pub result: Json,
    /// Further values.
    pub rest: Vec<Json>,
    /// The first value with the object only at the bad places.
    pub partial: Option<Json>,
}

/// Why a run has no result.
#[derive(Clone, Debug)]
pub(super) enum RunFault {
    Lua(LuaFailure),
    TooLarge(usize),
}

/// What went out to pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    pub tabs: usize,
    pub updates: usize,
}

/// The app object as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct AppState {
    pub type_name: Option<String>,
    pub state: Json,
}

/// Why the app object cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("{0}")]
    Path(String),
    #[error("the state has more than {0} bytes")]
    TooLarge(usize),
    /// How long the present job has been running, and what it is.
    #[error("the session is busy")]
    Busy((Duration, String)),
    #[error("the session has ended")]
    Ended,
}

/// Lets a caller take back a job that has not begun.
#[derive(Debug, Default)]
pub(super) struct Ticket(AtomicU8);

const WAITING: u8 = 0;
const BEGUN: u8 = 1;
const TAKEN_BACK: u8 = 2;

impl Ticket {
    /// Whether the job is still wanted; from now on it cannot be taken back.
    pub(super) fn begin(&self) -> bool {
        self.change(BEGUN)
    }

    /// Whether the job had not begun; it never will.
    pub(super) fn take_back(&self) -> bool {
        self.change(TAKEN_BACK)
    }

    fn change(&self, to: u8) -> bool {
        self.0
            .compare_exchange(WAITING, to, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }
}
