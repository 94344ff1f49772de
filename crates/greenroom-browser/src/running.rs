//! One browser process, or a connection to a browser that runs already.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::browser::{BrowserInfo, Processes};
use crate::cdp::{Connection, EventSink, websocket};
use crate::error::{BrowserError, Result};
use crate::launch::{LaunchOptions, Process};
use crate::registry::Registry;

/// The oldest major version whose protocol has all that is used here.
const OLDEST: u32 = 120;
/// How long the browser may take to say hello.
pub(crate) const LAUNCH_LIMIT: Duration = Duration::from_secs(20);
/// Deadline of browser-wide commands.
pub(crate) const COMMAND_LIMIT: Duration = Duration::from_secs(10);
/// How long a browser of one context may take to let go of it.
const DISPOSE_LIMIT: Duration = Duration::from_secs(1);

/// A browser that runs, or ran until it crashed.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) connection: Connection,
    pub(crate) registry: Arc<Registry>,
    began: Instant,
    /// Known when it has answered.
    pub(crate) info: OnceCell<BrowserInfo>,
    /// None if connected to.
    process: Option<Arc<Process>>,
    /// Where it is kept for the next context when it holds none.
    home: Weak<tokio::sync::Mutex<Processes>>,
}

impl Running {
    pub(crate) async fn start(
        options: &LaunchOptions,
        home: Weak<tokio::sync::Mutex<Processes>>,
    ) -> Result<Self> {
        let began = Instant::now();
        let registry = Arc::new(Registry::default());
        let (process, transport) = if let Some(address) = &options.connect {
            (None, websocket::transport(address).await?)
        } else {
            let (process, transport) = Process::launch(options)?;
            (Some(Arc::new(process)), transport)
        };
        let sink = Arc::clone(&registry) as Arc<dyn EventSink>;
        let connection = Connection::start(transport, sink);
        Ok(Self {
            connection,
            registry,
            began,
            info: OnceCell::new(),
            process,
            home,
        })
    }

    /// Waits for its first answers.
    pub(crate) async fn hello(&self) -> Result<BrowserInfo> {
        let Self {
            connection,
            process,
            ..
        } = self;
        let version = hello(connection).await.map_err(|error| match process {
            Some(process) => BrowserError::LaunchFailed {
                path: process.program().path.clone(),
                reason: format!("{error}; it said: {}", process.stderr()),
            },
            None => error,
        })?;
        let program = process
            .as_ref()
            .map(|process| process.program().path.clone());
        let product = version["product"].as_str().unwrap_or_default();
        if let Some(major) = major_version(product).filter(|major| *major < OLDEST) {
            return Err(BrowserError::LaunchFailed {
                path: program.unwrap_or_default(),
                reason: format!("version {major} is too old; {OLDEST} or newer is needed"),
            });
        }
        Ok(BrowserInfo {
            product: product.into(),
            program,
            pid: process.as_ref().map(|process| process.pid()),
            profile: process.as_ref().map(|process| process.profile()),
            sandbox: process.as_ref().is_none_or(|process| process.sandboxed()),
            launch_ms: self.began.elapsed().as_millis() as u64,
        })
    }

    pub(crate) async fn call(&self, method: &str, params: &Value) -> Result<Value> {
        self.connection
            .call(None, method, params, COMMAND_LIMIT)
            .await
    }

    /// Whether it serves contexts of several owners: a browser that we only connected to.
    pub(crate) fn is_shared(&self) -> bool {
        self.process.is_none()
    }

    /// Takes the context's pages away. A browser that does not do so soon is ended instead: it
    /// holds no other context. One that does waits for the next.
    pub(crate) async fn dispose(self: &Arc<Self>, context: &Value) -> Result<()> {
        let limit = if self.is_shared() {
            COMMAND_LIMIT
        } else {
            DISPOSE_LIMIT
        };
        let disposed = self
            .connection
            .call(None, "Target.disposeBrowserContext", context, limit)
            .await;
        if self.is_shared() {
            return disposed.map(drop);
        }
        if disposed.is_err() {
            self.close().await;
        } else if let Some(home) = self.home.upgrade()
            && !self.stands_back()
        {
            home.lock().await.keep(self);
        }
        Ok(())
    }

    fn stands_back(&self) -> bool {
        let process = self.process.as_ref();
        process.is_some_and(|process| process.stands_back.load(Ordering::Relaxed))
    }

    pub(crate) async fn close(&self) {
        if let Some(process) = self.process.clone() {
            let ended = tokio::task::spawn_blocking(move || process.end());
            drop(ended.await);
        }
        // A browser that we only connected to loses our contexts with the connection.
        self.connection.close(&BrowserError::closed("the browser"));
    }
}

impl Drop for Running {
    /// Ending a process takes a moment, which is not for whoever lets go of it last.
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            std::thread::spawn(move || drop(process));
        }
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
