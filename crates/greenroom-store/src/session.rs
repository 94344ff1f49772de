//! One MCP session: the container of one package.

use std::fmt;
use std::future::pending;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use greenroom_stdx::{IgnorePoison as _, now_ms};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::artifacts::Artifacts;
use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::events::EventLog;
use crate::operations::{OperationStatus, Operations};
use crate::package::OpenPackage;
use crate::session_id::SessionId;
use crate::session_record::CloseReason;
use crate::shared::Copies;

/// What a session is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionState {
    /// Being created.
    Opening,
    /// Usable, nothing in progress.
    Ready,
    /// A background operation is in progress.
    Running,
    /// The close sequence is in progress.
    Closing,
}

/// What the opener asked for.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// Without calls for this long, the session is closed.
    pub idle_limit: Option<Duration>,
    /// Whether pages of this session may reach the web.
    pub allow_network: bool,
    /// Whether the first runtime starts a new attempt.
    pub new_attempt: bool,
    /// The program that opens it, as it calls itself.
    pub client: Option<String>,
}

/// One open session.
#[derive(Debug)]
pub struct Session {
    id: SessionId,
    directory: PathBuf,
    options: SessionOptions,
    started_at: u64,
    events: Arc<EventLog>,
    artifacts: Artifacts,
    operations: Operations,
    package: OnceLock<OpenPackage>,
    life: Mutex<Life>,
    activity: watch::Sender<Activity>,
    last_activity_at: AtomicU64,
    runtime_open: AtomicBool,
    data_dir: DataDir,
    /// Where its lines go beside its files, in a cluster.
    copies: OnceLock<Copies>,
    /// What the next answer tells beside its data.
    notices: Mutex<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Life {
    Opening,
    Open,
    Closing(CloseReason),
}

#[derive(Debug, Clone, Copy)]
struct Activity {
    /// Calls and operations in progress.
    calls: usize,
    last: Instant,
}

impl Session {
    /// Creates the files of a new session in `directory`, which exists and is empty.
    pub(crate) fn create(
        data_dir: &DataDir,
        id: SessionId,
        directory: PathBuf,
        options: SessionOptions,
    ) -> Result<Self, StoreError> {
        let events = EventLog::create(directory.join(crate::events::FILE_NAME))?;
        let artifacts = Artifacts::create(data_dir, &directory, id.clone())?;
        let begun = (now_ms(), events, artifacts);
        Ok(Self::with(data_dir, id, directory, options, begun))
    }

    /// The session with what it begins with: when it did, its events and artifacts.
    pub(crate) fn with(
        data_dir: &DataDir,
        id: SessionId,
        directory: PathBuf,
        options: SessionOptions,
        (started_at, events, artifacts): (u64, EventLog, Artifacts),
    ) -> Self {
        Self {
            id,
            directory,
            options,
            started_at,
            events: Arc::new(events),
            artifacts,
            operations: Operations::default(),
            package: OnceLock::new(),
            life: Mutex::new(Life::Opening),
            activity: watch::Sender::new(Activity {
                calls: 0,
                last: Instant::now(),
            }),
            last_activity_at: AtomicU64::new(started_at),
            runtime_open: AtomicBool::new(false),
            data_dir: data_dir.clone(),
            copies: OnceLock::new(),
            notices: Mutex::default(),
        }
    }

    /// Where its lines go beside its files; nothing for a server by itself.
    pub fn copies(&self) -> Option<Copies> {
        self.copies.get().cloned()
    }

    /// Its lines go there from now on; `there` events are there already.
    pub(crate) fn copy_to(&self, copies: Copies, there: u64) -> Result<(), StoreError> {
        self.events.copy_to(copies.clone(), there)?;
        // A session is shared once.
        drop(self.copies.set(copies));
        Ok(())
    }

    /// Lets other servers know how its course plays, so that they can go on with it; nothing if
    /// none plays. Blocks.
    pub fn note_course(&self, launch: Option<&Value>) -> Result<(), StoreError> {
        match self.data_dir.shared() {
            Some(shared) if self.copies.get().is_some() => {
                Ok(shared.leases.note_course(&self.id, launch)?)
            }
            _ => Ok(()),
        }
    }

    /// The next answer tells this beside its data.
    pub fn notice(&self, text: String) {
        self.notices.lock().ignore_poison().push(text);
    }

    /// What the next answer tells, once.
    pub fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut *self.notices.lock().ignore_poison())
    }

    /// The id.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// The session's own folder, absolute.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// What the opener asked for.
    pub fn options(&self) -> &SessionOptions {
        &self.options
    }

    /// When it was created.
    pub fn started_at(&self) -> u64 {
        self.started_at
    }

    /// When the last call began or ended.
    pub fn last_activity_at(&self) -> u64 {
        self.last_activity_at.load(Ordering::Relaxed)
    }

    /// The package; `None` only while opening and for one-shot sessions.
    pub fn package(&self) -> Option<&OpenPackage> {
        self.package.get()
    }

    /// The event stream.
    pub fn events(&self) -> &Arc<EventLog> {
        &self.events
    }

    /// Appends an event.
    pub fn emit(&self, kind: &str, payload: Option<Value>) -> Result<u64, StoreError> {
        self.events.emit(kind, payload)
    }

    /// The artifacts.
    pub fn artifacts(&self) -> &Artifacts {
        &self.artifacts
    }

    /// The operations, oldest first.
    pub fn operation_list(&self) -> Vec<OperationStatus> {
        self.operations.list()
    }

    pub(crate) fn operations(&self) -> &Operations {
        &self.operations
    }

    /// Whether a course is loaded; see [`crate::SessionStore::reserve_runtime`].
    pub fn runtime_open(&self) -> bool {
        self.runtime_open.load(Ordering::SeqCst)
    }

    pub(crate) fn set_runtime_open(&self, open: bool) {
        self.runtime_open.store(open, Ordering::SeqCst);
    }

    /// What the session is doing.
    pub fn state(&self) -> SessionState {
        match *self.life() {
            Life::Opening => SessionState::Opening,
            Life::Open if self.operations.any_running() => SessionState::Running,
            Life::Open => SessionState::Ready,
            Life::Closing(_) => SessionState::Closing,
        }
    }

    /// Ends when the session had no call for as long as its idle limit; never without a limit.
    pub async fn idle(&self) {
        let Some(limit) = self.options.idle_limit else {
            return pending().await;
        };
        let mut activity = self.activity.subscribe();
        loop {
            let Activity { calls, last } = *activity.borrow_and_update();
            tokio::select! {
                () = tokio::time::sleep_until(last + limit), if calls == 0 => return,
                changed = activity.changed() => if changed.is_err() { return },
            }
        }
    }

    /// Ends when the session has been closed.
    pub async fn closed(&self) {
        self.events.ended().await;
    }

    pub(crate) fn is_open(&self) -> bool {
        *self.life() == Life::Open
    }

    pub(crate) fn set_ready(&self, package: OpenPackage) {
        // A session is made ready once, by its opener.
        if self.package.set(package).is_ok() {
            *self.life() = Life::Open;
        }
    }

    /// True for the one caller that may close the session.
    pub(crate) fn begin_closing(&self, reason: CloseReason) -> bool {
        let mut life = self.life();
        let may_close = *life == Life::Open;
        if may_close {
            *life = Life::Closing(reason);
        }
        may_close
    }

    /// Why the session is being closed, if it is.
    pub(crate) fn closing_reason(&self) -> Option<CloseReason> {
        match *self.life() {
            Life::Closing(reason) => Some(reason),
            Life::Opening | Life::Open => None,
        }
    }

    fn life(&self) -> std::sync::MutexGuard<'_, Life> {
        self.life.lock().ignore_poison()
    }

    fn touch(&self, change: impl FnOnce(&mut usize)) {
        self.last_activity_at.store(now_ms(), Ordering::Relaxed);
        self.activity.send_modify(|activity| {
            change(&mut activity.calls);
            activity.last = Instant::now();
        });
    }
}

/// A session in use by a call: while it lives, the session does not count as idle.
pub struct SessionCall {
    session: Arc<Session>,
    previous_activity_at: u64,
}

impl SessionCall {
    pub(crate) fn begin(session: Arc<Session>) -> Self {
        let previous_activity_at = session.last_activity_at();
        session.touch(|calls| *calls += 1);
        Self {
            session,
            previous_activity_at,
        }
    }

    /// When the session was last used before this call.
    pub fn previous_activity_at(&self) -> u64 {
        self.previous_activity_at
    }
}

impl Deref for SessionCall {
    type Target = Arc<Session>;

    fn deref(&self) -> &Arc<Session> {
        &self.session
    }
}

impl Drop for SessionCall {
    fn drop(&mut self) {
        self.session.touch(|calls| *calls -= 1);
    }
}

impl fmt::Debug for SessionCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SessionCall")
            .field(&self.session.id)
            .finish()
    }
}
