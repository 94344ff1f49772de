//! All sessions of this server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard};

use greenroom_stdx::{IgnorePoison as _, now_ms};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::data_dir::DataDir;
use crate::elsewhere::{self, ElsewhereSession};
use crate::error::StoreError;
use crate::limits::StoreLimits;
use crate::new_session::{NewFolder, NewSession};
use crate::package::{OpenPackage, SourcePackage};
use crate::reach::Reach;
use crate::runtime_slot::RuntimeSlot;
use crate::server_lock::{self, ServerLock};
use crate::session::{Session, SessionCall, SessionOptions};
use crate::session_closing::ClosingSession;
use crate::session_id::SessionId;
use crate::session_record::{CloseReason, ClosedSession, SessionRecord};
use crate::shared::{Copies, SharedSession};

/// Opens, finds and closes sessions.
#[derive(Debug)]
pub struct SessionStore {
    data_dir: DataDir,
    limits: StoreLimits,
    reach: Reach,
    sessions: Mutex<BTreeMap<SessionId, Arc<Session>>>,
    runtimes: Arc<AtomicUsize>,
    /// Taken with the first session, so that a server that opens none writes nothing.
    server: Mutex<Option<ServerLock>>,
}

impl SessionStore {
    /// A store without sessions. Touches nothing on disk.
    pub fn new(data_dir: DataDir, limits: StoreLimits) -> Self {
        Self {
            data_dir,
            limits,
            reach: Reach::default(),
            sessions: Mutex::default(),
            runtimes: Arc::default(),
            server: Mutex::default(),
        }
    }

    /// Where the store keeps things.
    pub fn data_dir(&self) -> &DataDir {
        &self.data_dir
    }

    /// The limits in force.
    pub fn limits(&self) -> &StoreLimits {
        &self.limits
    }

    /// Bounds the paths that callers may name.
    #[must_use]
    pub fn with_reach(mut self, reach: Reach) -> Self {
        self.reach = reach;
        self
    }

    /// Which paths callers may name. Whoever takes a path from one asks this first.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Opens a session on the package at `path`. Blocks while a zip is unpacked.
    ///
    /// A failed or cancelled open leaves neither a session nor a folder.
    pub fn open(
        &self,
        path: &Path,
        options: SessionOptions,
        cancel: &CancellationToken,
    ) -> Result<SessionCall, StoreError> {
        let source = SourcePackage::read(path, &self.limits.package)?;
        source.require_manifest()?;
        let opening = self.begin_opening(options, Some(source.path()))?;
        let session = Arc::clone(&opening.session);
        self.register(&session)?;
        let unpacked = session.directory().join("package");
        let package = OpenPackage::open(source, &unpacked, cancel)?;
        session.emit("session:open", Some(json!({ "path": package.path() })))?;
        if cancel.is_cancelled() {
            return Err(StoreError::Cancelled);
        }
        self.share(&session, package.path())?;
        session.set_ready(package);
        opening.keep();
        Ok(SessionCall::begin(session))
    }

    /// A directory for the artifacts of a single call. It is never open: no id finds it.
    pub fn one_shot(&self) -> Result<Arc<Session>, StoreError> {
        let opening = self.begin_opening(SessionOptions::default(), None)?;
        let session = Arc::clone(&opening.session);
        self.record_closed(&session, CloseReason::OneShot)?;
        opening.keep();
        Ok(session)
    }

    /// The open session with this id, for a call.
    pub fn session(&self, id: &str) -> Result<SessionCall, StoreError> {
        let session = self.session_or_closing(id)?;
        if session.is_open() {
            Ok(session)
        } else {
            Err(unknown_while_closing(&session))
        }
    }

    /// Like [`SessionStore::session`], also while the session is closing: for status and events.
    pub fn session_or_closing(&self, id: &str) -> Result<SessionCall, StoreError> {
        let unknown = |closed| StoreError::UnknownSession {
            id: id.chars().take(100).collect(),
            closed,
        };
        let known = SessionId::parse(id).ok_or_else(|| unknown(None))?;
        let found = self
            .lock()
            .get(&known)
            .map(|session| SessionCall::begin(Arc::clone(session)));
        found.ok_or_else(|| unknown(self.closed(&known)))
    }

    /// The sessions that were given out and are not closed, oldest first.
    pub fn list(&self) -> Vec<Arc<Session>> {
        let mut sessions: Vec<_> = self.lock().values().cloned().collect();
        sessions.retain(|session| session.package().is_some());
        sessions.sort_by_key(|session| session.started_at());
        sessions
    }

    /// The sessions that other running servers of this data directory have open, oldest first.
    /// Blocks on the disk.
    ///
    /// `over` are folders that need not be looked at again; those that were found to be so are
    /// added, since a session that has ended never comes back.
    pub fn elsewhere(&self, over: &mut BTreeSet<SessionId>) -> Vec<ElsewhereSession> {
        let own = self.server.lock().ignore_poison();
        let own = own.as_ref().map(|lock| lock.name().to_owned());
        elsewhere::sessions(&self.data_dir, own.as_deref(), over)
    }

    /// Tells other servers of this user something, as long as this one runs.
    pub fn announce(&self, what: &[u8]) -> Result<(), StoreError> {
        self.server_name()?;
        let own = self.server.lock().ignore_poison();
        own.as_ref().map_or(Ok(()), |lock| lock.announce(what))
    }

    /// What another server announces while it runs. Blocks on the disk.
    pub fn announced_by(&self, server: &str) -> Option<Vec<u8>> {
        server_lock::announced(&self.data_dir.servers(), server)
    }

    /// Begins to close a session. From here on it answers only status and events.
    pub fn begin_close(
        self: &Arc<Self>,
        id: &str,
        reason: CloseReason,
    ) -> Result<ClosingSession, StoreError> {
        let call = self.session(id)?;
        if !call.begin_closing(reason) {
            return Err(unknown_while_closing(&call));
        }
        Ok(ClosingSession {
            store: Arc::clone(self),
            call,
            reason,
            finished: false,
        })
    }

    /// Lets go of this server's lock, once its sessions are closed and the process is about to end.
    pub fn end(&self) {
        drop(self.server.lock().ignore_poison().take());
    }

    /// A place for the runtime of `session` among those that may be open at once.
    pub fn reserve_runtime(&self, session: &Arc<Session>) -> Result<RuntimeSlot, StoreError> {
        RuntimeSlot::take(&self.runtimes, self.limits.runtimes, session)
    }

    /// When and why a session that is not open was closed; `None` if it never was one.
    fn closed(&self, id: &SessionId) -> Option<ClosedSession> {
        let record = SessionRecord::read(&self.directory(id))?;
        let lost = || {
            let live = SessionRecord::is_live(&self.directory(id), &self.data_dir.servers());
            let reason = if live {
                CloseReason::OtherServer
            } else {
                CloseReason::ServerLost
            };
            ClosedSession {
                closed_at: None,
                reason,
            }
        };
        Some(record.closed.unwrap_or_else(lost))
    }

    /// Creates the folder of a new session, with what belongs into it.
    fn begin_opening(
        &self,
        options: SessionOptions,
        package_path: Option<&Path>,
    ) -> Result<NewSession<'_>, StoreError> {
        let server = self.server_name()?;
        let folder = NewFolder::create(self)?;
        let (id, directory) = (folder.id.clone(), folder.directory.clone());
        let session = Session::create(&self.data_dir, id.clone(), directory, options)?;
        let record = SessionRecord {
            session_id: id,
            server,
            package_path: package_path.map(Path::to_owned),
            started_at: session.started_at(),
            client: session.options().client.clone(),
            closed: None,
        };
        record.write(session.directory())?;
        Ok(NewSession {
            session: Arc::new(session),
            folder,
        })
    }

    /// Lets the other servers of a cluster know of a session that begins here.
    fn share(&self, session: &Session, package: &Path) -> Result<(), StoreError> {
        let Some(shared) = self.data_dir.shared() else {
            return Ok(());
        };
        let told = SharedSession::of(session, &self.data_dir, package);
        shared.leases.begin(&told)?;
        session.copy_to(Copies::of(shared, session.id()), 0)
    }

    /// Counts a session as open, if there is room for it.
    pub(crate) fn register(&self, session: &Arc<Session>) -> Result<(), StoreError> {
        let mut sessions = self.lock();
        let value = sessions.len() + 1;
        if value > self.limits.sessions {
            return Err(StoreError::LimitExceeded {
                limit: "the number of open sessions",
                value: Some(value as u64),
                maximum: self.limits.sessions as u64,
                setting: "limits.sessions",
            });
        }
        sessions.insert(session.id().clone(), Arc::clone(session));
        Ok(())
    }

    pub(crate) fn server_name(&self) -> Result<String, StoreError> {
        let mut server = self.server.lock().ignore_poison();
        let lock = match server.take() {
            Some(lock) => lock,
            None => ServerLock::take(&self.data_dir.servers())?,
        };
        Ok(server.insert(lock).name().to_owned())
    }

    pub(crate) fn record_closed(
        &self,
        session: &Session,
        reason: CloseReason,
    ) -> Result<(), StoreError> {
        let record = SessionRecord {
            session_id: session.id().clone(),
            server: self.server_name()?,
            package_path: session.package().map(|package| package.path().to_owned()),
            started_at: session.started_at(),
            client: session.options().client.clone(),
            closed: Some(ClosedSession {
                closed_at: Some(now_ms()),
                reason,
            }),
        };
        record.write_closed(session.directory())
    }

    /// Lets the other servers of a cluster know that a session is over.
    pub(crate) fn unshare(&self, session: &Session, reason: CloseReason) -> Result<(), StoreError> {
        match self.data_dir.shared() {
            Some(shared) if session.copies().is_some() => {
                let closed = ClosedSession {
                    closed_at: Some(now_ms()),
                    reason,
                };
                Ok(shared.leases.end(session.id(), closed)?)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn forget(&self, id: &SessionId) {
        self.lock().remove(id);
    }

    pub(crate) fn directory(&self, id: &SessionId) -> PathBuf {
        self.data_dir.sessions().join(id.as_str())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Arc<Session>>> {
        self.sessions.lock().ignore_poison()
    }
}

/// What callers of a session get while it is on its way out.
fn unknown_while_closing(session: &Session) -> StoreError {
    let closed = session.closing_reason().map(|reason| ClosedSession {
        closed_at: None,
        reason,
    });
    StoreError::UnknownSession {
        id: session.id().to_string(),
        closed,
    }
}
