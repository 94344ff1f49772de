//! The handle of a session: what tools and sockets can ask of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use super::connection_handle::ConnectionHandle;
use super::errors::{RunError, StartError};
use super::events::Events;
use super::job::{AppState, Job, Pushed, Ran, RunFault, RunJob, StateError, Ticket};
use super::link::{Outbox, Tab};
use super::queue::NotQueued;
use super::shared::{SessionStatus, Shared};
use super::worker;
use crate::frame::{CloseCode, NoticeKind};
use crate::limits::TABS;
use crate::page::VariableRow;
use crate::viewdef::{ViewdefChange, ViewdefStore};
use crate::{Disk, ErrorLog, LimitReached, Limits, LuaFailure, Output};

/// The time that the hook and the way back may take beyond a limit.
const GRACE: Duration = Duration::from_millis(90);

/// What a session is made of.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    pub id: String,
    /// Names this process, so that a page notices a restart.
    pub server: String,
    pub base_dir: PathBuf,
    pub limits: Limits,
    pub output: Output,
    /// The human opened files and processes to Lua.
    pub full_access: bool,
    /// What all sessions of the project may write.
    pub disk: Arc<Disk>,
    pub errors: Arc<ErrorLog>,
    pub viewdefs: Arc<ViewdefStore>,
}

/// A session. Clones name the same one; [`Session::end`] ends it.
#[derive(Clone, Debug)]
pub struct Session {
    shared: Arc<Shared>,
}

impl Session {
    /// Makes the machine, runs `main.lua` if there is one, and waits for its end.
    pub async fn start(options: SessionOptions) -> Result<Self, StartError> {
        let shared = Arc::new(Shared::new(
            options.id.clone(),
            options.server.clone(),
            options.limits,
            Arc::clone(&options.errors),
            Arc::clone(&options.viewdefs),
        ));
        let limit = options.limits.run;
        let (ready, is_ready) = oneshot::channel();
        let name = format!("lua {}", options.id);
        let for_thread = Arc::clone(&shared);
        std::thread::Builder::new()
            .name(name)
            .spawn(move || worker::run(&for_thread, &options, ready))
            .map_err(|error| StartError::Internal(error.to_string()))?;
        let session = Self { shared };
        match tokio::time::timeout(limit + GRACE, is_ready).await {
            Ok(Ok(Ok(()))) => Ok(session),
            Ok(Ok(Err(error))) => Err(error),
            Ok(Err(_)) => Err(StartError::Internal("the Lua thread ended".to_owned())),
            Err(_) => {
                session.shared.close();
                Err(StartError::Lua(LuaFailure::timeout()))
            }
        }
    }

    pub fn id(&self) -> &str {
        &self.shared.id
    }

    /// Runs code. Waits at most `limit` for its turn and as long again for its end.
    pub async fn run(&self, code: String, limit: Duration) -> (Result<Ran, RunError>, Pushed) {
        match self.run_job(code, limit).await {
            Ok((Ok(ran), pushed)) => (Ok(ran), pushed),
            Ok((Err(RunFault::Lua(failure)), pushed)) => (Err(RunError::Lua(failure)), pushed),
            Ok((Err(RunFault::TooLarge(bytes)), pushed)) => {
                (Err(RunError::TooLarge { bytes }), pushed)
            }
            Err(error) => (Err(error), Pushed::default()),
        }
    }

    async fn run_job(
        &self,
        code: String,
        limit: Duration,
    ) -> Result<(Result<Ran, RunFault>, Pushed), RunError> {
        self.shared.used();
        let ticket = Arc::new(Ticket::default());
        let (started, has_started) = oneshot::channel();
        let (ran, has_run) = oneshot::channel();
        let (reply, answer) = oneshot::channel();
        self.push(Job::Run(RunJob {
            code,
            limit,
            ticket: Arc::clone(&ticket),
            started,
            ran,
            reply,
        }))?;
        let taken_back = TakenBack(Arc::clone(&ticket));
        match tokio::time::timeout(limit, has_started).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(RunError::Ended),
            Err(_) => {
                if ticket.take_back() {
                    let (running_for, chunk) = self.shared.running().unwrap_or_default();
                    self.shared.notify_busy();
                    return Err(RunError::Busy { running_for, chunk });
                }
            }
        }
        drop(taken_back);
        if tokio::time::timeout(limit + GRACE, has_run).await.is_err() {
            self.shared.notify_busy();
            return Err(RunError::StillRunning);
        }
        // What follows is change detection, which has a limit of its own.
        let patience = self.shared.limits.job + GRACE;
        if let Ok(answer) = tokio::time::timeout(patience, answer).await {
            return answer.map_err(|_| self.why_lost());
        }
        self.shared.notify_busy();
        Err(RunError::StillRunning)
    }

    /// Connects a page; its frames go to the handle, ours to the outbox.
    pub fn connect(&self, outbox: Outbox) -> Result<ConnectionHandle, LimitReached> {
        if self.shared.links.count() >= TABS {
            return Err(LimitReached {
                limit: "tabs per session",
                value: TABS,
            });
        }
        self.shared.used();
        Ok(ConnectionHandle::new(Arc::clone(&self.shared), outbox))
    }

    /// Sends changed definitions to all pages.
    pub async fn viewdefs_changed(&self, changes: Vec<ViewdefChange>) -> Pushed {
        let (reply, answer) = oneshot::channel();
        if self.push(Job::Viewdefs { changes, reply }).is_err() {
            return Pushed::default();
        }
        let patience = self.shared.limits.job + GRACE;
        match tokio::time::timeout(patience, answer).await {
            Ok(Ok(pushed)) => pushed,
            _ => Pushed::default(),
        }
    }

    /// The app object, or what a path from it leads to, as JSON.
    pub async fn state(&self, path: String, depth: usize) -> Result<AppState, StateError> {
        self.shared.used();
        let (reply, answer) = oneshot::channel();
        self.push(Job::State { path, depth, reply })
            .map_err(|_| StateError::Ended)?;
        match tokio::time::timeout(self.shared.limits.run, answer).await {
            Ok(answer) => answer.map_err(|_| StateError::Ended)?,
            Err(_) => Err(StateError::Busy(self.shared.running().unwrap_or_default())),
        }
    }

    /// All variables of all pages; `None` while the session is busy.
    pub async fn rows(&self) -> Option<Vec<VariableRow>> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Rows { reply }).ok()?;
        let patience = self.shared.limits.job + GRACE;
        tokio::time::timeout(patience, answer).await.ok()?.ok()
    }

    /// Runs files of the project again, as far as this session had run them.
    pub fn reload(&self, files: Vec<PathBuf>) {
        let _ended = self.push(Job::Reload { files });
    }

    pub fn status(&self) -> SessionStatus {
        self.shared.status()
    }

    pub fn tabs(&self) -> Vec<Tab> {
        self.shared.links.tabs()
    }

    /// What Lua code told the agent.
    pub fn events(&self) -> &Events {
        &self.shared.events
    }

    /// Notes that somebody uses the session.
    pub fn used(&self) {
        self.shared.used();
    }

    /// How long nobody used it.
    pub fn idle_for(&self) -> Duration {
        self.shared.idle_for()
    }

    /// Says something to the human on all pages.
    pub fn notice(&self, kind: NoticeKind, text: &str) {
        for link in self.shared.links.all() {
            link.notice(kind, text);
        }
    }

    /// Tells the pages if a job takes longer than any may.
    pub fn watch_over(&self) {
        let longest = self.shared.limits.job.max(Duration::from_millis(100)) + GRACE;
        if self
            .shared
            .running()
            .is_some_and(|(running, _)| running > longest)
        {
            self.shared.notify_busy();
        }
    }

    /// Ends the session: pages are told, jobs that wait are dropped, the job that runs is ended as
    /// if its time were up, and the thread with it. The number of pages.
    pub fn end(&self, kind: NoticeKind, text: &str, code: CloseCode) -> usize {
        self.shared.close();
        self.shared.events.close();
        let links = self.shared.links.all();
        for link in &links {
            link.notice(kind, text);
            link.close(code);
            self.shared.links.remove(link.number);
        }
        links.len()
    }

    /// Why a job that had begun has no answer.
    fn why_lost(&self) -> RunError {
        if self.shared.queue.is_closed() {
            RunError::Ended
        } else {
            RunError::Fault
        }
    }

    fn push(&self, job: Job) -> Result<(), RunError> {
        self.shared.queue.push(job).map_err(|error| match error {
            NotQueued::Full(limit) => RunError::Limit(limit),
            NotQueued::Ended => RunError::Ended,
        })
    }
}

/// Takes a job back when its caller goes away before it began.
struct TakenBack(Arc<Ticket>);

impl Drop for TakenBack {
    fn drop(&mut self) {
        self.0.take_back();
    }
}
