//! The desk and everyone who watches it: pages, programs, calls that wait.

use super::debug;
use greenroom_dialog::inspector::Direction;
use greenroom_dialog::{Change, Desk, DialogError, Outcome, Registry};
use greenroom_stdx::{IgnorePoison as _, now_ms};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast, watch};

/// Changes that a slow watcher may be behind; then it is disconnected and comes back.
const BACKLOG: usize = 1024;

/// How the desk stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Status {
    pub connected: bool,
    #[serde(rename = "activeDialogs")]
    pub active_dialogs: usize,
    /// Seconds since the server started.
    pub uptime: u64,
    pub port: u16,
    /// `host` or `guest`.
    pub host_or_guest: &'static str,
    pub pages: usize,
    pub queue: usize,
}

/// The desk, shared.
#[derive(Debug)]
pub struct Hub {
    desk: Mutex<Desk>,
    changes: broadcast::Sender<Change>,
    /// What was found when the desk was opened, for the first page: nobody watched then.
    found: Mutex<Vec<Change>>,
    /// Counts up with every change, for calls that wait for one dialog.
    version: watch::Sender<u64>,
    expiry: Notify,
    /// Milliseconds that the clock of the dialogs is ahead of the system's.
    ahead: AtomicU64,
    started: Instant,
    port: AtomicU16,
    /// Pages that are connected and known.
    pages: AtomicUsize,
    /// Programs on the WebSocket endpoint.
    agents: AtomicUsize,
    /// An MCP client is served by this process.
    serves_mcp: AtomicBool,
}

impl Hub {
    /// Opens the desk in its folder and lets time pass for it.
    pub fn open(folder: &Path, registry: Registry) -> io::Result<Arc<Self>> {
        let mut desk = Desk::open(folder, registry, now_ms())?;
        if debug::is_on() {
            desk.inspect(true);
        }
        let mut found = desk.take_changes();
        found.retain(|change| matches!(change, Change::Notice { .. }));
        let hub = Arc::new(Self {
            desk: Mutex::new(desk),
            found: Mutex::new(found),
            changes: broadcast::channel(BACKLOG).0,
            version: watch::channel(0).0,
            expiry: Notify::new(),
            ahead: AtomicU64::new(0),
            started: Instant::now(),
            port: AtomicU16::new(0),
            pages: AtomicUsize::new(0),
            agents: AtomicUsize::new(0),
            serves_mcp: AtomicBool::new(false),
        });
        tokio::spawn(expire(Arc::downgrade(&hub)));
        Ok(hub)
    }

    /// Does something at the desk. It may write to the disk, so it runs beside the async tasks.
    pub async fn act<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Desk, u64) -> T + Send + 'static,
    ) -> T {
        let hub = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            let mut desk = hub.lock();
            let outcome = act(&mut desk, hub.now());
            // Told before anybody else sees the desk: who looks at it must not be ahead of what is
            // told, and acts are told in their order.
            let changes = desk.take_changes();
            hub.notify(changes);
            drop(desk);
            outcome
        });
        match done.await {
            Ok(outcome) => outcome,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The runtime is ending, and this task with it.
            Err(_) => std::future::pending().await,
        }
    }

    /// Looks at the desk without changing anything.
    pub fn look<T>(&self, look: impl FnOnce(&Desk) -> T) -> T {
        look(&self.lock())
    }

    /// The time of the dialogs, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        now_ms() + self.ahead.load(Ordering::Relaxed)
    }

    /// Sets the clock of the dialogs forward, so that a test need not wait for them to expire.
    pub fn set_clock_forward(&self, time: Duration) {
        self.ahead
            .fetch_add(time.as_millis() as u64, Ordering::Relaxed);
        self.expiry.notify_one();
    }

    /// All changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// Takes what a human must be told about the desk that was found.
    pub fn take_found(&self) -> Vec<Change> {
        std::mem::take(&mut *self.found.lock().ignore_poison())
    }

    /// Waits until a dialog has ended.
    pub async fn ended(&self, dialog_id: &str) -> Result<Outcome, DialogError> {
        let mut version = self.version.subscribe();
        loop {
            let outcome = self.look(|desk| {
                desk.outcome(dialog_id, self.now())
                    .map(Option::<&Outcome>::cloned)
            })?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
            if version.changed().await.is_err() {
                // The sender is a part of ourselves.
                std::future::pending::<()>().await;
            }
        }
    }

    /// Whether a human can see dialogs now.
    pub fn has_page(&self) -> bool {
        self.pages.load(Ordering::Relaxed) > 0
    }

    /// This process serves an MCP client, who may ask.
    pub fn serves_mcp(&self) {
        self.serves_mcp.store(true, Ordering::Relaxed);
    }

    /// The port of the workbench.
    pub fn port(&self) -> u16 {
        self.port.load(Ordering::Relaxed)
    }

    /// Somebody serves the desk on this port.
    pub fn set_port(&self, port: u16) {
        self.port.store(port, Ordering::Relaxed);
    }

    /// The status that the page, programs and `GET /status` show.
    pub fn status(&self) -> Status {
        let (active, queue) = self.look(|desk| {
            let waiting = desk
                .queue()
                .iter()
                .filter(|id| desk.queue().position(id).is_some_and(|place| place > 0))
                .count();
            (desk.active_requests().len(), waiting)
        });
        Status {
            connected: self.serves_mcp.load(Ordering::Relaxed)
                || self.agents.load(Ordering::Relaxed) > 0,
            active_dialogs: active,
            uptime: self.started.elapsed().as_secs(),
            port: self.port.load(Ordering::Relaxed),
            host_or_guest: "host",
            pages: self.pages.load(Ordering::Relaxed),
            queue,
        }
    }

    /// Shows a message to the inspector and, with `MCP_DEBUG`, on stderr.
    pub fn record(&self, direction: Direction, message: &Value, connection: &str, asker: &str) {
        debug::print(direction, message);
        let mut desk = self.lock();
        if desk.inspector().is_on() {
            desk.record(direction, message, connection, asker, self.now());
            let changes = desk.take_changes();
            drop(desk);
            self.notify(changes);
        }
    }

    /// Tells all pages something.
    pub fn notice(&self, code: &'static str, text: impl Into<String>) {
        self.notify(vec![Change::Notice {
            code,
            text: text.into(),
        }]);
    }

    /// A browser asks to be paired, or does so no longer.
    pub fn pairing_changed(&self) {
        self.notify(vec![Change::Pairing]);
    }

    /// How many pages are connected and known.
    pub fn pages(&self) -> usize {
        self.pages.load(Ordering::Relaxed)
    }

    /// How many programs are on the WebSocket endpoint.
    pub fn agents(&self) -> usize {
        self.agents.load(Ordering::Relaxed)
    }

    /// A page is connected and known.
    pub fn page_came(&self) {
        self.pages.fetch_add(1, Ordering::Relaxed);
        self.connections_changed();
    }

    /// A page that came is gone.
    pub fn page_left(&self) {
        self.pages.fetch_sub(1, Ordering::Relaxed);
        self.connections_changed();
    }

    /// A program is on the WebSocket endpoint.
    pub fn agent_came(&self) {
        self.agents.fetch_add(1, Ordering::Relaxed);
        self.connections_changed();
    }

    /// A program that came is gone.
    pub fn agent_left(&self) {
        self.agents.fetch_sub(1, Ordering::Relaxed);
        self.connections_changed();
    }

    fn connections_changed(&self) {
        self.notify(vec![Change::Queue]);
    }

    fn notify(&self, changes: Vec<Change>) {
        let mut changes_dialogs = false;
        for change in changes {
            changes_dialogs |= !matches!(change, Change::Seen(_));
            // Nobody may be watching.
            let _no_watcher = self.changes.send(change);
        }
        if changes_dialogs {
            self.version.send_modify(|version| *version += 1);
            self.expiry.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().ignore_poison()
    }
}

/// Ends dialogs whose time is over, for as long as the hub lives.
async fn expire(hub: std::sync::Weak<Hub>) {
    /// Looks at least this often, in case the clock was set.
    const LONGEST: Duration = Duration::from_secs(30);
    loop {
        let Some(strong) = hub.upgrade() else {
            return;
        };
        let now = strong.now();
        let wait = match strong.look(Desk::next_expiry) {
            Some(next) if next <= now => {
                strong.act(Desk::expire_due).await;
                continue;
            }
            Some(next) => Duration::from_millis(next - now).min(LONGEST),
            None => LONGEST,
        };
        let woken = async {
            strong.expiry.notified().await;
        };
        tokio::select! {
            () = woken => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
}
