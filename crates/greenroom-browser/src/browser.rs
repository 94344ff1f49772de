//! The browser: started when first needed, started anew after a crash.
//!
//! Each context has a browser process of its own. What all pages of a browser share (its main
//! process, the pipe of its events) can be flooded by any one of them, and nothing that we could do
//! about it from outside would be quick enough for the others. A process whose context was closed
//! in order is used again. Browsers elsewhere are had from a pool instead, one for each context.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Instant;

use serde_json::json;

use crate::context::{Context, ContextOptions};
use crate::error::{BrowserError, Result};
use crate::launch::{self, Flags, LaunchOptions};
use crate::remote::{Endings, PlaceHealth, Pool, Search};
use crate::running::{Running, STARTS};

/// A browser that may not run yet. Clones share it.
#[derive(Debug, Clone)]
pub struct Browser {
    options: Arc<LaunchOptions>,
    /// Where browsers elsewhere come from; none if they are started here.
    pool: Option<Arc<Pool>>,
    processes: Arc<tokio::sync::Mutex<Processes>>,
    endings: Arc<Endings>,
}

/// The processes of a browser. Those with a context are kept by it.
#[derive(Debug, Default)]
pub(crate) struct Processes {
    /// Runs and holds no context.
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

    fn add(&mut self, running: &Arc<Running>) {
        self.all.retain(|running| running.strong_count() > 0);
        self.all.push(Arc::downgrade(running));
    }

    fn free(&mut self) -> Option<&Arc<Running>> {
        self.free.take_if(|running| running.connection.is_closed());
        self.free.as_ref()
    }

    /// The one that was kept.
    fn take_free(&mut self) -> Option<Arc<Running>> {
        self.free();
        self.free.take()
    }

    /// Keeps it no longer.
    pub(crate) fn forget(&mut self, running: &Arc<Running>) {
        self.free.take_if(|kept| Arc::ptr_eq(kept, running));
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
    /// The program that runs; none if it runs elsewhere.
    pub program: Option<PathBuf>,
    /// The address at which it runs, if that is elsewhere.
    pub address: Option<String>,
    /// Process group; none if it runs elsewhere.
    pub pid: Option<i32>,
    /// Profile folder; none if it runs elsewhere.
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
        let pool = options.remote.as_ref().map(Pool::of);
        Self {
            options: Arc::new(options),
            pool,
            processes: Arc::default(),
            endings: Arc::default(),
        }
    }

    /// How many browsers this process has started or connected to, for whomever.
    pub fn starts(&self) -> u64 {
        STARTS.so_far()
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
        if let Some(pool) = &self.pool {
            // A task of its own, for the same reason as below.
            let browser = self.clone();
            let found = tokio::spawn(browser.context_elsewhere(Arc::clone(pool), options));
            return found
                .await
                .unwrap_or_else(|_| Err(BrowserError::closed("the runtime")));
        }
        let running = {
            let mut processes = self.processes.lock().await;
            let running = self.free(&mut processes)?;
            processes.free = None;
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

    /// A new context in a browser elsewhere. One that fails is left out, and the next is tried.
    async fn context_elsewhere(self, pool: Arc<Pool>, options: ContextOptions) -> Result<Context> {
        let arguments = launch::arguments_elsewhere(&self.options);
        let mut search = pool.search(arguments);
        loop {
            let kept = self.processes.lock().await.take_free();
            let running = match kept {
                Some(running) => running,
                None => self.connect(&mut search).await?,
            };
            let (info, context) = tokio::join!(
                running.info.get_or_try_init(|| running.hello()),
                Context::create(Arc::clone(&running), options.clone()),
            );
            match info.cloned().and(context) {
                Ok(context) => {
                    search.succeeded();
                    return Ok(context);
                }
                Err(error @ BrowserError::Invalid { .. }) => return Err(error),
                Err(error) => search.failed(&error),
            }
        }
    }

    async fn connect(&self, search: &mut Search) -> Result<Arc<Running>> {
        let began = Instant::now();
        let (elsewhere, transport) = search.next().await?;
        let kept = (Arc::downgrade(&self.processes), Arc::clone(&self.endings));
        let running = Arc::new(Running::connected(elsewhere, transport, kept, began));
        self.processes.lock().await.add(&running);
        Ok(running)
    }

    /// How the addresses are from which browsers elsewhere are had; none if they are started here.
    pub fn places(&self) -> Vec<PlaceHealth> {
        self.pool
            .as_ref()
            .map(|pool| pool.health())
            .unwrap_or_default()
    }

    /// Begin to start a process if none is free, because it will be needed soon. Whether that
    /// works is told by what needs it.
    pub fn warm_up(&self) {
        if self.pool.is_some() {
            return;
        }
        // Whoever holds the lock starts one or takes one, and who comes next waits for this one.
        let Ok(mut processes) = Arc::clone(&self.processes).try_lock_owned() else {
            return;
        };
        let browser = self.clone();
        tokio::spawn(async move { browser.free(&mut processes).map(drop) });
    }

    /// Start a process if none is free, and say what it is.
    pub async fn start(&self) -> Result<BrowserInfo> {
        if self.pool.is_some() {
            let context = self.new_context(ContextOptions::default()).await?;
            let info = context.browser();
            context.close().await?;
            return info;
        }
        let running = {
            let mut processes = self.processes.lock().await;
            self.free(&mut processes)?
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
        self.endings.wait().await;
    }

    /// A process for the next context, which may only have been started just now and not have
    /// answered yet. It stays free.
    fn free(&self, processes: &mut Processes) -> Result<Arc<Running>> {
        if let Some(running) = processes.free() {
            return Ok(Arc::clone(running));
        }
        let home = Arc::downgrade(&self.processes);
        let running = Arc::new(Running::start(&self.options, home)?);
        processes.add(&running);
        processes.free = Some(Arc::clone(&running));
        Ok(running)
    }

    /// What the browser says of itself, once it answers. One that does not is given up.
    async fn info_of(&self, running: &Arc<Running>) -> Result<BrowserInfo> {
        let info = running.info.get_or_try_init(|| running.hello()).await;
        if info.is_err() {
            let mut processes = self.processes.lock().await;
            processes.forget(running);
        }
        info.cloned()
    }
}
