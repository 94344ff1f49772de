//! The seams: what servers of a cluster keep together, of the data directory of one caller.
//!
//! A server by itself has none of this. Its files are all there is, nothing here is called, and what
//! the files do is the reference: the same tests run over both (`suite.rs`). In a cluster every seam
//! has a second side. The files stay, as the copy that this server reads; what counts is what all
//! have.

pub(crate) mod copies;
mod faults;
mod sessions;
#[cfg(any(test, feature = "suite"))]
pub mod suite;

use std::fmt::Debug;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

pub use copies::Copies;
pub use faults::ShareFault;
pub use sessions::{SharedSession, TakenSession};

use crate::session_id::SessionId;
use crate::session_record::ClosedSession;

/// All seams of one data directory.
#[derive(Clone, Debug)]
pub struct Shared {
    pub leases: Arc<dyn Leases>,
    pub lines: Arc<dyn LineCopies>,
    pub states: Arc<dyn StateCopies>,
    pub files: Arc<dyn FileCopies>,
}

/// Which server has which session. All functions block.
pub trait Leases: Debug + Send + Sync {
    /// A session begins on this server.
    fn begin(&self, session: &SharedSession) -> Result<(), ShareFault>;

    /// How the course of a session plays, so that another server can open it again; nothing if none
    /// plays.
    fn note_course(&self, id: &SessionId, launch: Option<&Value>) -> Result<(), ShareFault>;

    /// The session is over.
    fn end(&self, id: &SessionId, closed: ClosedSession) -> Result<(), ShareFault>;

    /// This server lets go of the session, whose lines are complete; any other may take it at once.
    fn release(&self, id: &SessionId) -> Result<(), ShareFault>;

    /// Takes the sessions of a course that were left by servers that died, and that nobody went on
    /// with: their ids and journals.
    fn take_orphans(
        &self,
        namespace: &str,
        course_id: Option<&str>,
    ) -> Result<Vec<LeftSession>, ShareFault>;
}

/// A session that its server has left, and the lines of its journal.
pub type LeftSession = (SessionId, Vec<Vec<u8>>);

/// Which lines of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lines {
    /// The journal, which counts.
    Journal,
    /// The stream of events, which is told.
    Events,
}

/// Lines on their way.
#[derive(Clone, Debug)]
pub struct NewLines {
    pub id: SessionId,
    pub epoch: u64,
    pub of: Lines,
    /// The number of the first.
    pub first: u64,
    pub lines: Vec<Vec<u8>>,
}

/// What is told of an append.
pub type Copied = Box<dyn FnOnce(Result<(), ShareFault>) + Send>;

/// The lines of sessions.
pub trait LineCopies: Debug + Send + Sync {
    /// By which number the stay of a session on this server is known; 0 if it is not here. Lines of
    /// an earlier stay are refused.
    fn epoch(&self, id: &SessionId) -> u64;

    /// Sends lines on their way. `done` is called once all of them are kept, or once it is known that
    /// they never will be.
    fn append(&self, lines: NewLines, done: Copied);

    /// The lines from a number on. Blocks.
    fn read(&self, id: &SessionId, of: Lines, from: u64) -> Result<Vec<Vec<u8>>, ShareFault>;
}

/// The saved states, by the names of their files. All functions block.
pub trait StateCopies: Debug + Send + Sync {
    /// Brings the folder to what all have.
    fn fetch(&self, folder: &Path) -> Result<(), ShareFault>;

    /// As [`StateCopies::fetch`], and keeps everybody else from writing until the lock is gone. A
    /// session that is no longer this server's gets no lock.
    fn lock(&self, folder: &Path, session: Option<&str>) -> Result<Box<dyn StateLock>, ShareFault>;
}

/// Held while states are written.
pub trait StateLock: Debug + Send {
    /// Notes what a file holds from now on; nothing if it is removed.
    fn note(&mut self, name: &str, bytes: Option<Vec<u8>>);

    /// All have what was noted.
    fn commit(self: Box<Self>) -> Result<(), ShareFault>;
}

/// Ends with what did not arrive, one line each.
pub type Settled<'a> = Pin<Box<dyn Future<Output = Vec<String>> + Send + 'a>>;

/// Other files below the data directory: uploads, artifacts, what callers had written.
pub trait FileCopies: Debug + Send + Sync {
    /// Sends a file on its way, by its path below the data directory. Does not wait.
    fn publish(&self, path: &str);

    /// Waits for what is on its way; tells what did not arrive.
    fn settled(&self) -> Settled<'_>;
}
