//! Where the events of a context arrive: state, records and waiting callers.
//!
//! The event methods run in the router's task, one event after the other, and never wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc, watch};

use super::bindings::{BindingCall, Bindings};
use super::dialog::Dialog;
use super::events::{ContextEvent, Download, EventStream};
use super::flood::Floods;
use super::frames::{CdpFrameTree, Frames};
use super::options::ContextOptions;
use super::setup;
use super::targets::{Target, TargetKind, Targets, TooMany};
use crate::capture::{Captured, ConsoleLog, ConsoleMessage, NetworkLog, NetworkRequest, Ring};
use crate::cdp::{Connection, SessionId};
use crate::element::Point;
use crate::error::{BrowserError, Crash, Result};
use crate::page::Reel;
use crate::proxy::Refusal;

/// Events that a slow receiver may be behind before it loses some.
const EVENT_QUEUE: usize = 2048;
/// How long a new target may take to be set up.
const SETUP_LIMIT: Duration = Duration::from_secs(20);

/// The state of a context.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) connection: Connection,
    options: Mutex<ContextOptions>,
    state: Mutex<State>,
    /// Counts changes of `state`, for those who wait for one.
    changed: watch::Sender<u64>,
    events: broadcast::Sender<ContextEvent>,
    pub(super) bindings: Mutex<Bindings>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) targets: Targets,
    pub(crate) frames: Frames,
    pub(crate) console: ConsoleLog,
    pub(crate) network: NetworkLog,
    pub(crate) dialogs: Ring<Dialog, 1000>,
    pub(crate) downloads: Ring<Download, 1000>,
    pub(crate) refusals: Ring<Refusal, 5000>,
    pub(crate) floods: Floods,
    /// When something was last done to a page that it may have to draw.
    pub(crate) stirred: Option<Instant>,
    /// What the window of a page shows, where the browser is asked for it and once it answered.
    pub(crate) shown: HashMap<SessionId, Option<String>>,
    /// The films that are taken, by the sessions that take them.
    pub(crate) films: HashMap<SessionId, Reel>,
    /// Where the pointer was last put.
    pub(crate) pointed: Option<Point>,
    /// Data of drags that the browser handed over.
    pub(crate) drags: HashMap<SessionId, Value>,
    /// Why nothing works any more.
    gone: Option<BrowserError>,
}

impl State {
    /// Why nothing works any more, if so.
    pub(crate) fn gone(&self) -> Option<BrowserError> {
        self.gone.clone()
    }
}

impl Hub {
    pub(super) fn new(connection: Connection, options: ContextOptions) -> Self {
        let bindings = Mutex::new(Bindings::new(&options.bindings));
        Self {
            connection,
            options: Mutex::new(options),
            state: Mutex::default(),
            changed: watch::Sender::new(0),
            events: broadcast::Sender::new(EVENT_QUEUE),
            bindings,
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    pub(crate) fn options(&self) -> MutexGuard<'_, ContextOptions> {
        lock(&self.options)
    }

    pub(crate) fn subscribe(&self) -> EventStream {
        EventStream(self.events.subscribe())
    }

    pub(super) fn take_binding(&self, name: &str) -> Option<mpsc::UnboundedReceiver<BindingCall>> {
        lock(&self.bindings).take(name)
    }

    pub(super) fn add_binding(&self, name: &str) {
        lock(&self.bindings).add(name);
        self.options().bindings.push(name.into());
    }

    /// Send a command to every page and frame process.
    pub(super) async fn send_to_documents(&self, method: &str, params: &Value) -> Result<()> {
        let sessions: Vec<SessionId> = {
            let state = self.state();
            state
                .targets
                .with_documents()
                .map(|target| target.session.clone())
                .collect()
        };
        for session in sessions {
            self.connection
                .call(Some(&session), method, params, SETUP_LIMIT)
                .await?;
        }
        Ok(())
    }

    pub(super) fn console(&self) -> Captured<ConsoleMessage> {
        self.state().console.captured()
    }

    pub(super) fn network(&self) -> Captured<NetworkRequest> {
        self.state().network.captured()
    }

    pub(crate) fn forget_drag(&self, session: &SessionId) {
        self.state().drags.remove(session);
    }

    /// Wait until `check` gives a value. It is asked again after every change of the state.
    pub(crate) async fn wait_for<T>(
        &self,
        what: &str,
        limit: Duration,
        mut check: impl FnMut(&State) -> Option<Result<T>>,
    ) -> Result<T> {
        let mut changed = self.changed.subscribe();
        let wait = async {
            loop {
                {
                    let state = self.state();
                    if let Some(value) = check(&state) {
                        return value;
                    }
                    if let Some(error) = &state.gone {
                        return Err(error.clone());
                    }
                }
                if changed.changed().await.is_err() {
                    return Err(BrowserError::closed("the context"));
                }
            }
        };
        tokio::time::timeout(limit, wait).await.unwrap_or_else(|_| {
            Err(BrowserError::Timeout {
                what: what.into(),
                after: limit,
            })
        })
    }

    pub(super) async fn ready_target(&self, id: &str, limit: Duration) -> Result<Target> {
        let check = |state: &State| {
            let target = state.targets.by_id(id)?;
            if target.crashed {
                return Some(Err(renderer_crashed()));
            }
            target.ready.then(|| Ok(target.clone()))
        };
        self.wait_for("opening a page", limit, check).await
    }

    /// Fires after every change of the state.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    pub(super) fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn emit(&self, event: ContextEvent) {
        // No receiver is fine: the records are kept anyway.
        drop(self.events.send(event));
    }

    /// A target appeared and waits for us.
    pub(crate) fn attached(self: &Arc<Self>, session: SessionId, info: &Value) {
        let text = |key: &str| info[key].as_str().map(ToOwned::to_owned);
        let kind = TargetKind::from_cdp(info["type"].as_str().unwrap_or_default());
        let id = text("targetId").unwrap_or_default();
        let target = Target {
            session: session.clone(),
            id: id.clone(),
            kind,
            url: text("url").unwrap_or_default(),
            opener: text("openerId"),
            ready: false,
            crashed: false,
            serial: 0,
        };
        if kind == TargetKind::Page && self.state().targets.by_id(&id).is_some() {
            // We attached to it once more, for a film.
            return;
        }
        let refused = self.state().targets.refuses(kind);
        if let Some(too_many) = refused {
            self.refuse(&session, &id, too_many);
            return;
        }
        {
            let mut state = self.state();
            if kind.has_documents() {
                state.frames.attach(&target.main_frame(), None, &session);
            }
            state.targets.add(target);
        }
        self.touch();
        let commands = setup::commands(kind, &self.options());
        let start = |(method, params): &setup::Command| {
            self.connection.start_call(Some(&session), method, params)
        };
        let replies: Vec<_> = commands.iter().map(start).collect();
        let tree = kind.has_documents().then(|| {
            self.connection
                .start_call(Some(&session), "Page.getFrameTree", &json!({}))
        });
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            for reply in replies {
                if let Err(error) = reply.within(SETUP_LIMIT).await {
                    // Workers lack some domains; a target that is gone meanwhile lacks all.
                    tracing::debug!(%error, "setting up a target");
                }
            }
            if let Some(tree) = tree
                && let Ok(mut answer) = tree.within(SETUP_LIMIT).await
                && let Ok(tree) = serde_json::from_value(answer["frameTree"].take())
            {
                hub.seed_frames(tree, &session);
            }
            hub.target_ready(&session);
        });
    }

    /// A target that is one too many: a window is closed, a worker is never told to begin.
    fn refuse(&self, session: &SessionId, id: &str, too_many: TooMany) {
        match too_many {
            TooMany::Pages => {
                let params = json!({"targetId": id});
                self.connection.send(None, "Target.closeTarget", &params);
            }
            TooMany::Workers => {}
        }
        self.note(session, too_many.to_string());
    }

    fn seed_frames(&self, tree: CdpFrameTree, session: &SessionId) {
        self.state().frames.seed(tree, session);
    }

    fn target_ready(&self, session: &SessionId) {
        let opened = {
            let mut state = self.state();
            state.targets.get_mut(session).map(|target| {
                target.ready = true;
                let (kind, id, url) = (target.kind, target.id.clone(), target.url.clone());
                ContextEvent::Opened { kind, id, url }
            })
        };
        if let Some(opened) = opened {
            self.emit(opened);
        }
        self.touch();
    }

    /// A target is gone.
    pub(crate) fn detached(&self, session: &SessionId) {
        let gone = {
            let mut state = self.state();
            state.frames.session_gone(session);
            state.network.session_gone(session);
            state.floods.session_gone(session);
            state.films.remove(session);
            state.targets.remove(session)
        };
        if let Some(target) = gone {
            self.emit(ContextEvent::Gone {
                kind: target.kind,
                id: target.id,
            });
        }
        self.touch();
    }

    /// The browser ended.
    pub(crate) fn browser_gone(&self, error: &BrowserError) {
        {
            let mut state = self.state();
            for target in state.targets.sessions_mut() {
                target.crashed = true;
            }
            state.gone.get_or_insert_with(|| error.clone());
        }
        self.emit(ContextEvent::BrowserGone);
        self.touch();
    }

    /// The context was closed by its owner.
    pub(super) fn closed(&self) {
        self.state()
            .gone
            .get_or_insert_with(|| BrowserError::closed("the context"));
        self.touch();
    }
}

pub(crate) fn renderer_crashed() -> BrowserError {
    BrowserError::Crashed {
        what: Crash::Renderer,
        detail: "the page's process ended".into(),
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().ignore_poison()
}
