//! What the handle and the thread of a session both see.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;

use super::events::Events;
use super::link::{Links, Tab};
use super::queue::Queue;
use crate::Limits;
use crate::error_log::ErrorLog;
use crate::frame::NoticeKind;
use crate::viewdef::ViewdefStore;

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) id: String,
    /// This process, so that a page notices a restart.
    pub(super) server: String,
    pub(super) limits: Limits,
    pub(super) queue: Queue,
    /// Nobody waits for the session any more: the code that runs ends too.
    pub(super) ended: Arc<AtomicBool>,
    pub(super) links: Arc<Links>,
    pub(super) events: Arc<Events>,
    pub(super) errors: Arc<ErrorLog>,
    pub(super) viewdefs: Arc<ViewdefStore>,
    pub(super) created_at: u64,
    pub(super) last_connection: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    running: Option<Running>,
    last_use: Instant,
    facts: Facts,
}

/// The job that runs now.
#[derive(Clone, Debug)]
struct Running {
    since: Instant,
    what: String,
    /// The pages were told that the session is busy.
    told: bool,
}

/// What the thread told after its last job.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) type_name: Option<String>,
    pub(super) variables: usize,
    pub(super) memory_bytes: usize,
}

/// A session as others see it, also while it is busy.
#[derive(Clone, Debug)]
pub struct SessionStatus {
    pub id: String,
    /// The type of the app object.
    pub type_name: Option<String>,
    pub tabs: Vec<Tab>,
    pub variables: usize,
    pub memory_bytes: usize,
    /// How long the present job has been running.
    pub busy: Option<Duration>,
    pub queued_events: usize,
    /// Milliseconds since 1970.
    pub created_at: u64,
}

impl Shared {
    pub(super) fn new(
        id: String,
        server: String,
        limits: Limits,
        errors: Arc<ErrorLog>,
        viewdefs: Arc<ViewdefStore>,
    ) -> Self {
        Self {
            id,
            server,
            limits,
            queue: Queue::default(),
            ended: Arc::default(),
            links: Arc::default(),
            events: Arc::default(),
            errors,
            viewdefs,
            created_at: greenroom_stdx::now_ms(),
            last_connection: AtomicU64::new(0),
            state: Mutex::new(State {
                running: None,
                last_use: Instant::now(),
                facts: Facts::default(),
            }),
        }
    }

    pub(super) fn next_connection(&self) -> u64 {
        self.last_connection.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Takes no more jobs, and ends the one that runs.
    pub(super) fn close(&self) {
        self.queue.close();
        self.ended.store(true, Ordering::Relaxed);
    }

    pub(super) fn begin(&self, what: impl Into<String>) {
        self.lock().running = Some(Running {
            since: Instant::now(),
            what: what.into(),
            told: false,
        });
    }

    /// The job ended. Pages that were told of the wait learn that it is over.
    pub(super) fn end(&self, facts: Facts) {
        let mut state = self.lock();
        let told = state.running.take().is_some_and(|running| running.told);
        state.facts = facts;
        drop(state);
        if told {
            for link in self.links.all() {
                link.notice(NoticeKind::Idle, "The session answers again");
            }
        }
    }

    /// How long the present job has been running, and what it is.
    pub(super) fn running(&self) -> Option<(Duration, String)> {
        let state = self.lock();
        let running = state.running.as_ref()?;
        Some((running.since.elapsed(), running.what.clone()))
    }

    /// Tells the pages, once per job, that it takes longer than it may.
    pub(super) fn notify_busy(&self) {
        let mut state = self.lock();
        let Some(running) = state.running.as_mut().filter(|running| !running.told) else {
            return;
        };
        running.told = true;
        drop(state);
        for link in self.links.all() {
            link.notice(NoticeKind::Busy, "The session is busy with a long call");
        }
    }

    pub(super) fn used(&self) {
        self.lock().last_use = Instant::now();
    }

    /// How long nobody used the session; it is in use while a page is connected.
    pub(super) fn idle_for(&self) -> Duration {
        if self.links.count() > 0 {
            return Duration::ZERO;
        }
        self.lock().last_use.elapsed()
    }

    pub(super) fn status(&self) -> SessionStatus {
        let state = self.lock();
        let busy = state
            .running
            .as_ref()
            .map(|running| running.since.elapsed());
        let facts = state.facts.clone();
        drop(state);
        SessionStatus {
            id: self.id.clone(),
            type_name: facts.type_name,
            tabs: self.links.tabs(),
            variables: facts.variables,
            memory_bytes: facts.memory_bytes,
            busy,
            queued_events: self.events.queued(),
            created_at: self.created_at,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }
}
