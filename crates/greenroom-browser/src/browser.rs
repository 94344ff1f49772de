//! The browser: started when first needed, started anew after a crash.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::cdp::{Connection, EventSink, websocket};
use crate::context::{Context, ContextOptions};
use crate::error::{BrowserError, Result};
use crate::launch::{LaunchOptions, Process};
use crate::registry::Registry;

/// The oldest major version whose protocol has all that is used here.
const OLDEST: u32 = 120;
/// How long the browser may take to say hello.
pub(crate) const LAUNCH_LIMIT: Duration = Duration::from_secs(20);
/// Deadline of browser-wide commands.
pub(crate) const COMMAND_LIMIT: Duration = Duration::from_secs(10);

/// A browser that may not run yet. Clones share it.
#[derive(Debug, Clone)]
pub struct Browser {
    options: Arc<LaunchOptions>,
    running: Arc<tokio::sync::Mutex<Option<Arc<Running>>>>,
}

/// What is known about a running browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserInfo {
    /// Product and version, such as `HeadlessChrome/156.0.8078.79`.
    pub product: String,
    /// The program that runs; none if connected to.
    pub program: Option<PathBuf>,
    /// Process group; none if connected to.
    pub pid: Option<i32>,
    /// Profile folder; none if connected to.
    pub profile: Option<PathBuf>,
    /// Whether Chromium's sandbox is on.
    pub sandbox: bool,
    /// Time from start to first answer.
    pub launch_ms: u64,
}

impl BrowserInfo {
    /// Things worth telling that are no failure.
    pub fn notices(&self) -> Vec<String> {
        let without_sandbox = "the browser runs without its sandbox: the server runs as root or \
                               the system offers no user namespaces";
        if self.sandbox {
            Vec::new()
        } else {
            vec![without_sandbox.into()]
        }
    }
}

impl Browser {
    /// Prepare a browser; nothing is started.
    pub fn new(options: LaunchOptions) -> Self {
        Self {
            options: Arc::new(options),
            running: Arc::default(),
        }
    }

    /// A new isolated context. Starts the browser if none runs.
    pub async fn new_context(&self, options: ContextOptions) -> Result<Context> {
        let running = self.running().await?;
        // A task of its own: when the caller gives up in the middle, the half-made context is
        // still finished, dropped, and so disposed of. It is asked for while the browser starts.
        let created = async { tokio::spawn(Context::create(Arc::clone(&running), options)).await };
        let (info, context) = tokio::join!(self.info_of(&running), created);
        info?;
        match context {
            Ok(context) => context,
            Err(_) => Err(BrowserError::closed("the runtime")),
        }
    }

    /// Begin to start the browser if none runs, because it will be needed soon. Whether that
    /// works is told by what needs it.
    pub fn warm_up(&self) {
        let browser = self.clone();
        tokio::spawn(async move { browser.running().await.map(drop) });
    }

    /// Start the browser if none runs, and say what it is.
    pub async fn start(&self) -> Result<BrowserInfo> {
        let running = self.running().await?;
        self.info_of(&running).await
    }

    /// What runs now, without starting anything.
    pub async fn info(&self) -> Option<BrowserInfo> {
        let running = self.running.lock().await;
        running
            .as_ref()
            .filter(|running| !running.connection.is_closed())
            .and_then(|running| running.info.get().cloned())
    }

    /// How many contexts the browser holds; none if it does not run.
    pub async fn context_count(&self) -> Result<usize> {
        let running = self.running.lock().await.clone();
        let Some(running) = running.filter(|running| !running.connection.is_closed()) else {
            return Ok(0);
        };
        let answer = running
            .call("Target.getBrowserContexts", &json!({}))
            .await?;
        Ok(answer["browserContextIds"].as_array().map_or(0, Vec::len))
    }

    /// End the browser. It can be started again by its next use.
    pub async fn close(&self) {
        let running = self.running.lock().await.take();
        if let Some(running) = running {
            running.close().await;
        }
    }

    /// The browser, which may only have been started just now and not have answered yet.
    async fn running(&self) -> Result<Arc<Running>> {
        let mut slot = self.running.lock().await;
        if let Some(running) = slot
            .as_ref()
            .filter(|running| !running.connection.is_closed())
        {
            return Ok(Arc::clone(running));
        }
        *slot = None;
        let running = Arc::new(Running::start(&self.options).await?);
        *slot = Some(Arc::clone(&running));
        Ok(running)
    }

    /// What the browser says of itself, once it answers. One that does not is given up.
    async fn info_of(&self, running: &Arc<Running>) -> Result<BrowserInfo> {
        let info = running.info.get_or_try_init(|| running.hello()).await;
        if info.is_err() {
            let mut slot = self.running.lock().await;
            slot.take_if(|kept| Arc::ptr_eq(kept, running));
        }
        info.cloned()
    }
}

/// A browser that runs, or ran until it crashed.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) connection: Connection,
    pub(crate) registry: Arc<Registry>,
    began: Instant,
    /// Known when it has answered.
    info: OnceCell<BrowserInfo>,
    /// None if connected to.
    process: Option<Arc<Process>>,
}

impl Running {
    async fn start(options: &LaunchOptions) -> Result<Self> {
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
        })
    }

    /// Waits for its first answers.
    async fn hello(&self) -> Result<BrowserInfo> {
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

    async fn close(&self) {
        if let Some(process) = self.process.clone() {
            let ended = tokio::task::spawn_blocking(move || process.end());
            drop(ended.await);
        }
        // A browser that we only connected to loses our contexts with the connection.
        self.connection.close(&BrowserError::closed("the browser"));
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
