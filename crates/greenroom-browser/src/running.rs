//! One browser process, or a connection to a browser that runs elsewhere.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use greenroom_stdx::Tally;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::browser::{BrowserInfo, Processes};
use crate::cdp::{Connection, EventSink, Transport};
use crate::error::{BrowserError, Result};
use crate::launch::{LaunchOptions, Process};
use crate::registry::Registry;
use crate::remote::{Elsewhere, Endings, heartbeat};

/// The oldest major version whose protocol has all that is used here.
const OLDEST: u32 = 120;
/// How long the browser may take to say hello.
pub(crate) const LAUNCH_LIMIT: Duration = Duration::from_secs(20);
/// Deadline of browser-wide commands.
pub(crate) const COMMAND_LIMIT: Duration = Duration::from_secs(10);
/// How long a browser of one context may take to let go of it.
const DISPOSE_LIMIT: Duration = Duration::from_secs(1);
/// How long a browser of a Grid that holds no context is kept for the next one.
const IDLE_LIMIT: Duration = Duration::from_secs(5);

/// Browsers that this process has started or connected to.
pub(crate) static STARTS: Tally = Tally::new();

/// A browser that runs, or ran until it crashed.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) connection: Connection,
    pub(crate) registry: Arc<Registry>,
    began: Instant,
    /// Known when it has answered.
    pub(crate) info: OnceCell<BrowserInfo>,
    origin: Origin,
    /// Where it is kept for the next context when it holds none.
    home: Weak<tokio::sync::Mutex<Processes>>,
    endings: Arc<Endings>,
}

/// Where a browser comes from.
#[derive(Debug)]
enum Origin {
    /// We started it.
    Process(Option<Arc<Process>>),
    /// It runs at an address of the pool.
    Elsewhere(Elsewhere),
}

impl Running {
    /// Start a process of our own.
    pub(crate) fn start(
        options: &LaunchOptions,
        home: Weak<tokio::sync::Mutex<Processes>>,
    ) -> Result<Self> {
        let began = Instant::now();
        let (process, transport) = Process::launch(options)?;
        let origin = Origin::Process(Some(Arc::new(process)));
        Ok(Self::of(transport, origin, (home, Arc::default()), began))
    }

    /// Drive a browser elsewhere, for one context.
    pub(crate) fn connected(
        elsewhere: Elsewhere,
        transport: Transport,
        kept: (Weak<tokio::sync::Mutex<Processes>>, Arc<Endings>),
        began: Instant,
    ) -> Self {
        let origin = Origin::Elsewhere(elsewhere);
        let running = Self::of(transport, origin, kept, began);
        tokio::spawn(heartbeat::watch(
            running.connection.clone(),
            running.address().into(),
        ));
        running
    }

    fn of(
        transport: Transport,
        origin: Origin,
        (home, endings): (Weak<tokio::sync::Mutex<Processes>>, Arc<Endings>),
        began: Instant,
    ) -> Self {
        let registry = Arc::new(Registry::default());
        STARTS.count();
        let sink = Arc::clone(&registry) as Arc<dyn EventSink>;
        let connection = Connection::start(transport, sink);
        Self {
            connection,
            registry,
            began,
            info: OnceCell::new(),
            origin,
            home,
            endings,
        }
    }

    fn process(&self) -> Option<&Arc<Process>> {
        match &self.origin {
            Origin::Process(process) => process.as_ref(),
            Origin::Elsewhere(_) => None,
        }
    }

    /// Where it runs, if not here.
    pub(crate) fn elsewhere(&self) -> Option<&Elsewhere> {
        match &self.origin {
            Origin::Process(_) => None,
            Origin::Elsewhere(elsewhere) => Some(elsewhere),
        }
    }

    /// The address under which it was found; empty if it runs here.
    pub(crate) fn address(&self) -> &str {
        self.elsewhere().map_or("", Elsewhere::address)
    }

    /// Whether others may have pages in it.
    pub(crate) fn is_of_others_too(&self) -> bool {
        self.elsewhere()
            .is_some_and(|elsewhere| !elsewhere.is_own())
    }

    /// Waits for its first answers.
    pub(crate) async fn hello(&self) -> Result<BrowserInfo> {
        let process = self.process();
        let failed = |reason: String| match (process, self.elsewhere()) {
            (None, Some(elsewhere)) => BrowserError::Elsewhere {
                address: elsewhere.address().into(),
                reason,
                next: format!("let a Chromium of version {OLDEST} or newer run there"),
            },
            _ => BrowserError::LaunchFailed {
                path: process.map_or_else(Default::default, |one| one.program().path.clone()),
                reason,
            },
        };
        let version = hello(&self.connection)
            .await
            .map_err(|error| match process {
                Some(process) => failed(format!("{error}; it said: {}", process.stderr())),
                None => failed(error.to_string()),
            })?;
        let product = version["product"].as_str().unwrap_or_default();
        if let Some(major) = major_version(product).filter(|major| *major < OLDEST) {
            return Err(failed(format!(
                "version {major} is too old; {OLDEST} or newer is needed"
            )));
        }
        Ok(BrowserInfo {
            product: product.into(),
            program: process.map(|process| process.program().path.clone()),
            address: self.elsewhere().map(|one| one.address().into()),
            pid: process.map(|process| process.pid()),
            profile: process.map(|process| process.profile()),
            sandbox: process.is_none_or(|process| process.sandboxed()),
            launch_ms: self.began.elapsed().as_millis() as u64,
        })
    }

    pub(crate) async fn call(&self, method: &str, params: &Value) -> Result<Value> {
        self.connection
            .call(None, method, params, COMMAND_LIMIT)
            .await
    }

    /// Takes the context's pages away. A browser that does not do so soon is ended instead: it
    /// holds no other context of ours. One that does waits for the next, or is given back.
    pub(crate) async fn dispose(self: &Arc<Self>, context: &Value) -> Result<()> {
        let limit = if self.is_of_others_too() {
            COMMAND_LIMIT
        } else {
            DISPOSE_LIMIT
        };
        let disposed = self
            .connection
            .call(None, "Target.disposeBrowserContext", context, limit)
            .await;
        if self.is_of_others_too() || (disposed.is_err() && self.elsewhere().is_some()) {
            // Nobody need wait until it is given back.
            self.let_go();
        } else if disposed.is_err() {
            self.close().await;
        } else if let Some(home) = self.home.upgrade()
            && !self.stands_back()
        {
            home.lock().await.keep(self);
            if self.elsewhere().is_some() {
                tokio::spawn(let_go_if_idle(Arc::downgrade(self), self.home.clone()));
            }
        }
        Ok(())
    }

    fn stands_back(&self) -> bool {
        let process = self.process();
        process.is_some_and(|process| process.stands_back.load(Ordering::Relaxed))
    }

    /// Ends it as a crash does, as far as it is ours.
    pub(crate) async fn kill(&self) {
        if self.elsewhere().is_some_and(Elsewhere::is_own) {
            // It is not answered.
            let crash = self
                .connection
                .start_call(None, "Browser.crash", &json!({}));
            drop(crash.within(DISPOSE_LIMIT).await);
        }
        self.close().await;
    }

    pub(crate) async fn close(&self) {
        if let Some(process) = self.process().cloned() {
            let ended = tokio::task::spawn_blocking(move || process.end());
            drop(ended.await);
        }
        self.let_go();
        if self.elsewhere().is_none() {
            self.connection.close(&BrowserError::closed("the browser"));
        }
    }

    /// Gives a browser elsewhere back, in the background.
    fn let_go(&self) {
        let ending = self
            .elsewhere()
            .and_then(|one| one.let_go(Some(&self.connection)));
        if let Some(ending) = ending
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            self.endings.add(runtime.spawn(ending));
        }
    }
}

impl Drop for Running {
    /// Ending a process takes a moment, which is not for whoever lets go of it last.
    fn drop(&mut self) {
        self.let_go();
        if let Origin::Process(process) = &mut self.origin
            && let Some(process) = process.take()
        {
            std::thread::spawn(move || drop(process));
        }
    }
}

/// A Grid has others who wait for a slot.
async fn let_go_if_idle(running: Weak<Running>, home: Weak<tokio::sync::Mutex<Processes>>) {
    tokio::time::sleep(IDLE_LIMIT).await;
    if let (Some(running), Some(home)) = (running.upgrade(), home.upgrade()) {
        home.lock().await.forget(&running);
    }
}

/// Pages, popups and workers are attached to before they run their first script.
pub(crate) fn auto_attach() -> Value {
    json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true})
}

async fn hello(connection: &Connection) -> Result<Value> {
    let version = connection.start_call(None, "Browser.getVersion", &json!({}));
    let attach = connection.start_call(None, "Target.setAutoAttach", &auto_attach());
    let version = version.within(LAUNCH_LIMIT).await?;
    attach.within(LAUNCH_LIMIT).await?;
    Ok(version)
}

/// 156 of `HeadlessChrome/156.0.8078.79`.
fn major_version(product: &str) -> Option<u32> {
    product.split_once('/')?.1.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_the_product() {
        for (product, want) in [
            ("HeadlessChrome/156.0.8078.79", Some(156)),
            ("Chrome/99.0", Some(99)),
            ("x", None),
        ] {
            assert_eq!(major_version(product), want, "{product}");
        }
    }
}
