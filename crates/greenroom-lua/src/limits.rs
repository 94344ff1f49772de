//! What a session may use. Reaching a limit is reported by name and value, and harms nobody else.

use std::time::Duration;

/// Instructions between two looks at the clock.
pub(crate) const HOOK_INSTRUCTIONS: i32 = 200;
/// Sessions of one server: the load that must be borne is fifty.
pub const SESSIONS: usize = 64;
/// Open pages of one session.
pub const TABS: usize = 32;
/// Variables of one page.
pub const VARIABLES: usize = 50_000;
/// Bytes of a path.
pub const PATH_LENGTH: usize = 512;
/// Elements of a path.
pub const PATH_ELEMENTS: usize = 32;
/// Timers of one session.
pub const TIMERS: usize = 1_000;
/// Jobs that wait for one session.
pub const JOBS: usize = 10_000;
/// Events that wait for the agent.
pub const EVENTS: usize = 1_000;
/// Bytes of one event.
pub const EVENT_BYTES: usize = 64 << 10;
/// Bytes of a frame from a page.
pub const PAGE_FRAME_BYTES: usize = 1 << 20;
/// Bytes of a frame to a page; more is split.
pub const SERVER_FRAME_BYTES: usize = 8 << 20;
/// Bytes of the code of one run.
pub const CODE_BYTES: usize = 1 << 20;
/// Bytes of the result of one run.
pub const RESULT_BYTES: usize = 4 << 20;
/// Bytes of one view definition.
pub const VIEWDEF_BYTES: usize = 256 << 10;
/// Bytes of all view definitions.
pub const VIEWDEF_STORE_BYTES: usize = 16 << 20;
/// View definitions of one server.
pub const VIEWDEF_KEYS: usize = 1_000;
/// By how many bytes the files of a project may grow through Lua code.
pub const DISK_BYTES: u64 = 1 << 30;
/// Files that Lua code of one session may have open.
pub const OPEN_FILES: usize = 64;
/// Bytes of a file of Lua code.
pub const LUA_FILE_BYTES: u64 = 16 << 20;
/// Bytes of a log of Lua code; what is older is kept once more as `….old`.
pub const LUA_LOG_BYTES: u64 = 8 << 20;
/// Bytes of a static file.
pub const STATIC_FILE_BYTES: u64 = 64 << 20;

/// The limits that a project may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time of a run that names no other.
    pub run: Duration,
    /// Time of an action, a getter, a timer, one detection.
    pub job: Duration,
    /// Memory of one virtual machine.
    pub memory_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            run: Duration::from_secs(10),
            job: Duration::from_secs(2),
            memory_bytes: 64 << 20,
        }
    }
}

/// A limit that was reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{limit} is limited to {value}")]
pub struct LimitReached {
    /// Its name in words.
    pub limit: &'static str,
    /// The most that is allowed.
    pub value: usize,
}
