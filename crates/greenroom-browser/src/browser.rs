//! The browser: started when first needed, started anew after a crash.
//!
//! Each context has a browser process of its own. What all pages of a browser share (its main
//! process, the pipe of its events) can be flooded by any one of them, and nothing that we could do
//! about it from outside would be quick enough for the others. A process whose context was closed
//! in order is used again.

use std::path::PathBuf;
use std::sync::{Arc, Weak};

use serde_json::json;

use crate::context::{Context, ContextOptions};
use crate::error::{BrowserError, Result};
use crate::launch::{Flags, LaunchOptions};
use crate::running::Running;

/// A browser that may not run yet. Clones share it.
#[derive(Debug, Clone)]
pub struct Browser {
    options: Arc<LaunchOptions>,
    processes: Arc<tokio::sync::Mutex<Processes>>,
}

/// The processes of a browser. Those with a context are kept by it.
#[derive(Debug, Default)]
pub(crate) struct Processes {
    /// Runs and holds no context, or is shared by all.
    free: Option<Arc<Running>>,
    all: Vec<Weak<Running>>,
}

impl Processes {
    /// Keeps a process for the next context, unless there is one.
    pub(crate) fn keep(&mut self, running: &Arc<Running>) {
        if self.free().is_none() && !running.connection.is_closed() {
            self.free = Some(Arc::clone(running));
        }
    }

    fn free(&mut self) -> Option<&Arc<Running>> {
        self.free.take_if(|running| running.connection.is_closed());
        self.free.as_ref()
    }

    /// All that run.
    fn alive(&mut self) -> Vec<Arc<Running>> {
        self.all.retain(|running| running.strong_count() > 0);
        let all = self.all.iter().filter_map(Weak::upgrade);
        all.filter(|running| !running.connection.is_closed())
            .collect()
    }
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
    /// Things worth reporting that are not failures.
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
            processes: Arc::default(),
        }
    }

    /// Another browser, with processes of its own, that behaves as a learner's does.
    #[must_use]
    pub fn of_learner(&self) -> Self {
        Self::new(LaunchOptions {
            flags: Flags::Learner,
            ..(*self.options).clone()
        })
    }

    /// A new isolated context, in a process that holds no other.
    pub async fn new_context(&self, mut options: ContextOptions) -> Result<Context> {
        options.has_real_focus |= self.options.flags == Flags::Learner;
        let running = {
            let mut processes = self.processes.lock().await;
            let running = self.free(&mut processes).await?;
            if !running.is_shared() {
                processes.free = None;
            }
            running
        };
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

    /// Begin to start a process if none is free, because it will be needed soon. Whether that
    /// works is told by what needs it.
    pub fn warm_up(&self) {
        // Whoever holds the lock starts one or takes one, and who comes next waits for this one.
        let Ok(mut processes) = Arc::clone(&self.processes).try_lock_owned() else {
            return;
        };
        let browser = self.clone();
        tokio::spawn(async move { browser.free(&mut processes).await.map(drop) });
    }

    /// Start a process if none is free, and say what it is.
    pub async fn start(&self) -> Result<BrowserInfo> {
        let running = {
            let mut processes = self.processes.lock().await;
            self.free(&mut processes).await?
        };
        self.info_of(&running).await
    }

    /// What runs now, without starting anything.
    pub async fn info(&self) -> Option<BrowserInfo> {
        let alive = self.processes.lock().await.alive();
        alive.iter().find_map(|running| running.info.get().cloned())
    }

    /// How many contexts there are.
    pub async fn context_count(&self) -> Result<usize> {
        let alive = self.processes.lock().await.alive();
        let mut count = 0;
        for running in alive {
            let answer = running
                .call("Target.getBrowserContexts", &json!({}))
                .await?;
            count += answer["browserContextIds"].as_array().map_or(0, Vec::len);
        }
        Ok(count)
    }

    /// End all processes. They can be started again by the next use.
    pub async fn close(&self) {
        let alive = {
            let mut processes = self.processes.lock().await;
            // Before the free one is let go of, which would end without being waited for.
            let alive = processes.alive();
            processes.free = None;
            alive
        };
        futures::future::join_all(alive.iter().map(|running| running.close())).await;
    }

    /// A process for the next context, which may only have been started just now and not have
    /// answered yet. It stays free.
    async fn free(&self, processes: &mut Processes) -> Result<Arc<Running>> {
        if let Some(running) = processes.free() {
            return Ok(Arc::clone(running));
        }
        let home = Arc::downgrade(&self.processes);
        let running = Arc::new(Running::start(&self.options, home).await?);
        processes.all.retain(|running| running.strong_count() > 0);
        processes.all.push(Arc::downgrade(&running));
        processes.free = Some(Arc::clone(&running));
        Ok(running)
    }

    /// What the browser says of itself, once it answers. One that does not is given up.
    async fn info_of(&self, running: &Arc<Running>) -> Result<BrowserInfo> {
        let info = running.info.get_or_try_init(|| running.hello()).await;
        if info.is_err() {
            let mut processes = self.processes.lock().await;
            processes.free.take_if(|kept| Arc::ptr_eq(kept, running));
        }
        info.cloned()
    }
}
