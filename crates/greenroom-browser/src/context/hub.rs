//! Where the events of a context arrive: state, records and waiting callers.
//!
//! The event methods run in the router's task, one event after the other, and never wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc, watch};

use super::bindings::{BindingCall, Bindings};
use super::dialog;
use super::events::{ContextEvent, Download, EventStream};
use super::frames::{CdpFrame, CdpFrameTree, FrameId, Frames};
use super::options::ContextOptions;
use super::targets::{Target, TargetKind, Targets};
use super::{setup, worlds};
use crate::capture::{Captured, ConsoleLog, ConsoleMessage, NetworkLog, NetworkRequest};
use crate::cdp::{Connection, Event, SessionId};
use crate::error::{BrowserError, Crash, Result};
use crate::time::now_ms;

/// Events that a slow receiver may be behind before it loses some.
const EVENT_QUEUE: usize = 8192;
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
    bindings: Mutex<Bindings>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) targets: Targets,
    pub(crate) frames: Frames,
    pub(crate) console: ConsoleLog,
    pub(crate) network: NetworkLog,
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

    pub(super) fn console(&self) -> Captured<ConsoleMessage> {
        self.state().console.captured()
    }

    pub(super) fn network(&self) -> Captured<NetworkRequest> {
        self.state().network.captured()
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

    fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn tell(&self, event: ContextEvent) {
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
        {
            let mut state = self.state();
            if matches!(kind, TargetKind::Page | TargetKind::Frame) {
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
        let tree = matches!(kind, TargetKind::Page | TargetKind::Frame).then(|| {
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
            self.tell(opened);
        }
        self.touch();
    }

    /// A target is gone.
    pub(crate) fn detached(&self, session: &SessionId) {
        let gone = {
            let mut state = self.state();
            state.frames.session_gone(session);
            state.network.session_gone(session);
            state.targets.remove(session)
        };
        if let Some(target) = gone {
            self.tell(ContextEvent::Gone {
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
        self.tell(ContextEvent::BrowserGone);
        self.touch();
    }

    /// The context was closed by its owner.
    pub(super) fn closed(&self) {
        self.state()
            .gone
            .get_or_insert_with(|| BrowserError::closed("the context"));
        self.touch();
    }

    /// An event of the browser itself, offered to every context.
    pub(crate) fn browser_event(&self, event: &Event) {
        if event.method == "Browser.downloadWillBegin" {
            let text = |key: &str| event.params[key].as_str().unwrap_or_default();
            let frame = FrameId::new(text("frameId"));
            if self.state().frames.get(&frame).is_some() {
                let (url, file_name) = (text("url").into(), text("suggestedFilename").into());
                let download = Download {
                    url,
                    file_name,
                    frame,
                    timestamp: now_ms(),
                };
                self.tell(ContextEvent::Download(download));
            }
        }
    }

    /// An event of one target.
    pub(crate) fn target_event(&self, event: Event) {
        let Event {
            session: Some(session),
            method,
            mut params,
        } = event
        else {
            return;
        };
        let id_of = |params: &Value, key: &str| params[key].as_str().map(FrameId::new);
        match method.as_str() {
            "Page.frameAttached" => {
                if let Some(id) = id_of(&params, "frameId") {
                    let parent = id_of(&params, "parentFrameId");
                    self.state().frames.attach(&id, parent.as_ref(), &session);
                }
            }
            "Page.frameDetached" => {
                // A swap moves the frame to another process, where it is attached to anew.
                if params["reason"] != "swap"
                    && let Some(id) = id_of(&params, "frameId")
                {
                    self.state().frames.detach(&id);
                }
            }
            "Page.frameNavigated" => {
                if let Ok(frame) = serde_json::from_value(params["frame"].take()) {
                    self.navigated(frame, &session);
                }
            }
            "Page.navigatedWithinDocument" => {
                if let Some(id) = id_of(&params, "frameId") {
                    let url = params["url"].as_str().unwrap_or_default();
                    self.moved_within(&id, url);
                }
            }
            "Page.lifecycleEvent" => self.lifecycle(&params),
            "Page.javascriptDialogOpening" => self.dialog(&session, params),
            "Page.fileChooserOpened" => {
                if let Some(frame) = id_of(&params, "frameId") {
                    self.tell(ContextEvent::FileChooser { frame });
                }
            }
            "Runtime.executionContextCreated" => {
                worlds::created(&mut self.state().frames, &session, &params);
            }
            "Runtime.executionContextDestroyed" => {
                worlds::destroyed(&mut self.state().frames, &session, &params);
            }
            "Runtime.executionContextsCleared" => {
                worlds::cleared(&mut self.state().frames, &session);
            }
            "Runtime.bindingCalled" => self.binding(&session, &mut params),
            "Inspector.targetCrashed" => self.crashed(&session),
            _ => {
                self.record(&session, &method, &params);
                return;
            }
        }
        self.touch();
    }

    fn navigated(&self, frame: CdpFrame, session: &SessionId) {
        let event = self.state().frames.navigated(frame, session);
        if let Some((frame, url)) = event {
            self.tell(ContextEvent::Navigated {
                frame,
                url,
                same_document: false,
            });
        }
    }

    fn moved_within(&self, id: &FrameId, url: &str) {
        if let Some(frame) = self.state().frames.get_mut(id) {
            frame.info.url = url.into();
        }
        let (frame, url) = (id.clone(), url.into());
        self.tell(ContextEvent::Navigated {
            frame,
            url,
            same_document: true,
        });
    }

    fn lifecycle(&self, params: &Value) {
        let Some(id) = params["frameId"].as_str().map(FrameId::new) else {
            return;
        };
        let mut state = self.state();
        let Some(frame) = state.frames.get_mut(&id) else {
            return;
        };
        let loader = params["loaderId"].as_str().unwrap_or_default();
        match params["name"].as_str() {
            Some("init") => {
                frame.info.loaded = false;
                frame.loader = loader.into();
            }
            Some("load") if frame.loader == loader => frame.info.loaded = true,
            _ => {}
        }
    }

    fn dialog(&self, session: &SessionId, params: Value) {
        let policy = self.options().dialogs;
        if let Some((dialog, answer)) = dialog::answer(params, policy, now_ms()) {
            self.connection
                .send(Some(session), "Page.handleJavaScriptDialog", &answer);
            self.tell(ContextEvent::Dialog(dialog));
        }
    }

    fn binding(&self, session: &SessionId, params: &mut Value) {
        let number = params["executionContextId"].as_i64().unwrap_or_default();
        let frame = self
            .state()
            .frames
            .frame_of_script(session, number)
            .map(|f| f.info.id.clone());
        let Value::String(payload) = params["payload"].take() else {
            return;
        };
        let call = BindingCall {
            payload,
            frame,
            timestamp: now_ms(),
        };
        lock(&self.bindings).deliver(params["name"].as_str().unwrap_or_default(), call);
    }

    fn crashed(&self, session: &SessionId) {
        let (id, message) = {
            let mut state = self.state();
            let Some(target) = state.targets.get_mut(session) else {
                return;
            };
            target.crashed = true;
            let id = target.id.clone();
            let message = ConsoleMessage::crash(&FrameId::new(&id), now_ms());
            state.console.push(message.clone());
            (id, message)
        };
        self.connection.fail_session(session, &renderer_crashed());
        self.tell(ContextEvent::Console(message));
        self.tell(ContextEvent::Crashed { id });
    }

    fn record(&self, session: &SessionId, method: &str, params: &Value) {
        let mut state = self.state();
        let State {
            frames,
            targets,
            console,
            network,
            ..
        } = &mut *state;
        let root = || targets.get(session).map(Target::main_frame);
        let of_script = |number| {
            frames
                .frame_of_script(session, number)
                .map(|f| f.info.id.clone())
        };
        if let Some(message) = ConsoleMessage::from_cdp(method, params, of_script, root) {
            console.push(message.clone());
            drop(state);
            self.tell(ContextEvent::Console(message));
        } else if method.starts_with("Network.") {
            let ended = network.record(session, method, params);
            drop(state);
            if let Some(request) = ended {
                self.tell(ContextEvent::Request(request));
            }
            self.touch();
        }
    }
}

pub(crate) fn renderer_crashed() -> BrowserError {
    BrowserError::Crashed {
        what: Crash::Renderer,
        detail: "the page's process ended".into(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
