//! An isolated set of pages: one browser context, its policy, and the record of what happened.

mod bindings;
mod dialog;
mod dispatch;
mod events;
mod flood;
mod frames;
mod hub;
mod introduction;
mod options;
mod policy;
mod setup;
mod targets;
mod worlds;

pub use bindings::BindingCall;
pub use dialog::{Dialog, DialogKind, DialogPolicy};
pub use events::{ContextEvent, Download, EventStream};
pub(crate) use frames::FrameState;
pub use frames::{FrameId, FrameInfo};
pub(crate) use hub::{Hub, State, renderer_crashed};
pub(crate) use introduction::Introduction;
pub use options::{ContextOptions, NetworkPolicy, PictureLimits, Viewport};
pub(crate) use setup::viewport as viewport_commands;
pub(crate) use targets::Target;
pub use targets::TargetKind;
pub(crate) use worlds::ISOLATED;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::browser::BrowserInfo;
use crate::capture::{Captured, ConsoleMessage, NetworkRequest};
use crate::error::{BrowserError, Crash, Result};
use crate::page::Page;
use crate::proxy::Refusal;
use crate::running::{LAUNCH_LIMIT, Running};
use policy::Enforced;

/// How long a new page may take to be ready.
const PAGE_LIMIT: Duration = Duration::from_secs(20);

/// An isolated set of pages. Clones share it; when the last clone and page handle is dropped,
/// its pages, cookies and storage are gone.
#[derive(Debug, Clone)]
pub struct Context {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    running: Arc<Running>,
    hub: Arc<Hub>,
    id: String,
    closed: AtomicBool,
    /// Ends with the context.
    _policy: Enforced,
}

impl Context {
    pub(crate) async fn create(running: Arc<Running>, options: ContextOptions) -> Result<Self> {
        let hub = Arc::new(Hub::new(running.connection.clone(), options));
        let policy = hub.options().network.clone();
        let (policy, params) = policy::enforce(&policy, &hub, &running).await?;
        // The browser may not have answered anything yet.
        let answer = running
            .connection
            .call(None, "Target.createBrowserContext", &params, LAUNCH_LIMIT)
            .await?;
        let id = answer["browserContextId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if let Enforced::Elsewhere { pass, reached } = &policy {
            introduction::introduce(&running, &id, pass, reached).await?;
        }
        running.registry.add(&id, &hub);
        let closed = AtomicBool::new(false);
        let inner = Inner {
            running,
            hub,
            id,
            closed,
            _policy: policy,
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    async fn refuse_downloads_and_permissions(&self) -> Result<()> {
        let Inner { running, id, .. } = &*self.inner;
        let downloads = json!({"behavior": "deny", "browserContextId": id, "eventsEnabled": true});
        // Grants these, of which there are none, and rejects all others.
        let permissions = json!({"permissions": [], "browserContextId": id});
        tokio::try_join!(
            running.call("Browser.setDownloadBehavior", &downloads),
            running.call("Browser.grantPermissions", &permissions),
        )?;
        Ok(())
    }

    /// Open a blank page.
    pub async fn new_page(&self) -> Result<Page> {
        self.create_page("about:blank").await
    }

    /// Open a page at `url` and wait for its load event. The address is asked for while the page's
    /// process starts.
    pub async fn new_page_at(&self, url: &str, limit: Duration) -> Result<Page> {
        let page = self.create_page(url).await?;
        page.main_frame().wait_for_arrival(url, limit).await?;
        Ok(page)
    }

    async fn create_page(&self, url: &str) -> Result<Page> {
        let params = json!({"url": url, "browserContextId": self.inner.id});
        // The browser takes them in this order.
        let ((), answer) = tokio::try_join!(
            self.refuse_downloads_and_permissions(),
            self.inner.running.call("Target.createTarget", &params),
        )?;
        let id = answer["targetId"].as_str().unwrap_or_default();
        let target = self.hub().ready_target(id, PAGE_LIMIT).await?;
        Ok(Page::new(self.clone(), &target))
    }

    /// Pages and popups in order of appearance.
    pub fn pages(&self) -> Vec<Page> {
        let state = self.hub().state();
        let ready = state
            .targets
            .pages()
            .into_iter()
            .filter(|target| target.ready);
        ready
            .map(|target| Page::new(self.clone(), target))
            .collect()
    }

    /// Events from now on, in order.
    pub fn events(&self) -> EventStream {
        self.hub().subscribe()
    }

    /// Run `source` in every document from now on, before any script of its own, and in the
    /// documents that are there.
    pub async fn add_init_script(&self, source: &str) -> Result<()> {
        self.hub().options().init_scripts.push(source.into());
        let params = setup::init_script(source);
        self.hub()
            .send_to_documents("Page.addScriptToEvaluateOnNewDocument", &params)
            .await
    }

    /// Give every window a function `name` that takes a text and delivers it to
    /// [`Self::take_binding`].
    pub async fn add_binding(&self, name: &str) -> Result<()> {
        self.hub().add_binding(name);
        self.hub()
            .send_to_documents("Runtime.addBinding", &json!({"name": name}))
            .await
    }

    /// The calls of a binding, from the first on. None if there is no such binding or its calls
    /// were taken before.
    pub fn take_binding(&self, name: &str) -> Option<mpsc::UnboundedReceiver<BindingCall>> {
        self.hub().take_binding(name)
    }

    /// What the consoles of all pages, frames and workers said.
    pub fn console(&self) -> Captured<ConsoleMessage> {
        self.hub().console()
    }

    /// What all pages, frames and workers asked the network for.
    pub fn network(&self) -> Captured<NetworkRequest> {
        self.hub().network()
    }

    /// What the network policy refused, including what no page's record shows (prefetching,
    /// preconnecting, prerendering).
    pub fn refusals(&self) -> Captured<Refusal> {
        self.hub().state().refusals.captured()
    }

    /// Where the pointer was put since this was last asked, in CSS pixels of the page's window.
    pub fn take_pointed(&self) -> Option<(f64, f64)> {
        let pointed = self.hub().state().pointed.take();
        pointed.map(|point| (point.x, point.y))
    }

    /// How dialogs are answered from now on.
    pub fn set_dialogs(&self, policy: DialogPolicy, prompt_text: Option<String>) {
        let hub = self.hub();
        let mut options = hub.options();
        options.dialogs = policy;
        options.prompt_text = prompt_text;
    }

    /// The dialogs that its pages opened.
    pub fn dialogs(&self) -> Captured<Dialog> {
        self.hub().state().dialogs.captured()
    }

    /// The downloads that its pages asked for.
    pub fn downloads(&self) -> Captured<Download> {
        self.hub().state().downloads.captured()
    }

    /// Cut its pages off from the network, or connect them again.
    ///
    /// Sockets that are open stay so: whoever serves the page must close them as well.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        let params = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.hub()
            .send_to_documents("Network.emulateNetworkConditions", &params)
            .await
    }

    /// Kill the browser process, as a crash or a power cut would. Nothing of its pages runs any more.
    pub async fn kill_browser(&self) {
        self.inner.running.kill().await;
    }

    /// Quit the browser, as by closing its last window, and wait until it has ended.
    pub async fn quit_browser(&self, limit: Duration) -> Result<()> {
        if self.inner.running.is_of_others_too() {
            return Err(BrowserError::invalid(format!(
                "the browser at {} is not ours alone and is not quit; use one that Greenroom \
                 starts, or a Grid",
                self.inner.running.address()
            )));
        }
        let mut events = self.events();
        // One that ends at once may not answer.
        drop(self.inner.running.call("Browser.close", &json!({})).await);
        let gone = async {
            while !self.inner.running.connection.is_closed() {
                match events.next().await {
                    None | Some(ContextEvent::BrowserGone) => return,
                    Some(_) => {}
                }
            }
        };
        if tokio::time::timeout(limit, gone).await.is_err() {
            return Err(BrowserError::Timeout {
                what: "quitting the browser".into(),
                after: limit,
            });
        }
        Ok(())
    }

    /// What is known about the browser that holds it.
    pub fn browser(&self) -> Result<BrowserInfo> {
        let info = self.inner.running.info.get().cloned();
        info.ok_or_else(|| BrowserError::closed("the browser"))
    }

    /// Close all pages and forget everything. The same happens when the last handle is dropped.
    pub async fn close(&self) -> Result<()> {
        if self.inner.closed.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let params = self.inner.dispose_params();
        let disposed = self.inner.running.dispose(&params).await;
        self.inner.running.registry.remove(&self.inner.id);
        self.hub().closed();
        disposed
    }

    /// Whether the whole browser ended by itself.
    pub fn browser_crashed(&self) -> bool {
        let gone = self.hub().state().gone();
        gone.is_some_and(|error| {
            matches!(
                error,
                BrowserError::Crashed {
                    what: Crash::Browser,
                    ..
                }
            )
        })
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.inner.hub
    }
}

impl Inner {
    fn dispose_params(&self) -> Value {
        json!({"browserContextId": self.id})
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if !*self.closed.get_mut() {
            let params = self.dispose_params();
            self.running
                .connection
                .send(None, "Target.disposeBrowserContext", &params);
            self.running.registry.remove(&self.id);
        }
    }
}
