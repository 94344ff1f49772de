//! What each event of the browser means for the state and the records.
//!
//! All of this runs in the router's task, one event after the other, and never waits.

use std::sync::Arc;
use std::time::Instant;

use greenroom_stdx::now_ms;
use serde_json::Value;

use super::bindings::BindingCall;
use super::events::{ContextEvent, Download};
use super::flood::Heard;
use super::frames::{CdpFrame, FrameId};
use super::hub::{Hub, State, lock, renderer_crashed};
use super::targets::Target;
use super::{dialog, worlds};
use crate::capture::{ConsoleMessage, bounded};
use crate::cdp::{Event, SessionId};

impl Hub {
    /// An event of the browser itself, offered to every context.
    pub(crate) fn browser_event(&self, event: &Event) {
        if event.method == "Browser.downloadWillBegin" {
            let text = |key: &str| event.params[key].as_str().unwrap_or_default();
            let frame = FrameId::new(text("frameId"));
            if self.state().frames.get(&frame).is_some() {
                let bounded = |key| bounded::address(text(key).to_owned());
                let (url, file_name) = (bounded("url"), bounded("suggestedFilename"));
                let download = Download {
                    url,
                    file_name,
                    frame,
                    timestamp: now_ms(),
                };
                self.state().downloads.push(download.clone());
                self.emit(ContextEvent::Download(download));
            }
        }
    }

    /// An event of one target.
    pub(crate) fn target_event(self: &Arc<Self>, event: Event) {
        let Event {
            session: Some(session),
            method,
            mut params,
            cut,
            size,
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
                    self.emit(ContextEvent::FileChooser { frame });
                }
            }
            "Runtime.executionContextCreated" => {
                let mut state = self.state();
                // A worker names the frame that made it, but is not a world of that frame.
                if state
                    .targets
                    .get(&session)
                    .is_some_and(|target| target.kind.has_documents())
                {
                    worlds::created(&mut state.frames, &session, &params);
                }
            }
            "Runtime.executionContextDestroyed" => {
                worlds::destroyed(&mut self.state().frames, &session, &params);
            }
            "Runtime.executionContextsCleared" => {
                worlds::cleared(&mut self.state().frames, &session);
            }
            "Runtime.bindingCalled" => self.binding(&session, &mut params),
            "Input.dragIntercepted" => {
                self.state()
                    .drags
                    .insert(session.clone(), params["data"].take());
            }
            "Page.screencastFrame" => {
                let mut state = self.state();
                if let Some(reel) = state.films.get_mut(&session) {
                    reel.take_in(params);
                } else if let Some(shown) = state.shown.get_mut(&session) {
                    *shown = params["data"].as_str().map(ToOwned::to_owned);
                }
            }
            "Inspector.targetCrashed" => self.crashed(&session),
            _ if ConsoleMessage::is_in(&method) && !self.is_heard(&session, size) => return,
            _ => {
                self.record(&session, &method, &params, cut);
                return;
            }
        }
        self.touch();
    }

    /// Whether a message of `size` bytes is read by nobody and so need not be parsed either.
    pub(crate) fn skips(&self, session: &SessionId, size: u64) -> bool {
        let floods = &mut self.state().floods;
        floods.is_unheard(session) && floods.hear(session, size, Instant::now()) == Heard::Dropped
    }

    /// Whether a message of a console is kept.
    fn is_heard(self: &Arc<Self>, session: &SessionId, size: u64) -> bool {
        let heard = self.state().floods.hear(session, size, Instant::now());
        if heard == Heard::Flood {
            self.stop_listening(session);
        }
        heard == Heard::Kept
    }

    fn navigated(&self, frame: CdpFrame, session: &SessionId) {
        let event = self.state().frames.navigated(frame, session);
        if let Some((frame, url)) = event {
            self.emit(ContextEvent::Navigated {
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
        self.emit(ContextEvent::Navigated {
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
                // The empty document that a frame begins with has no load event: a lazy frame
                // keeps it until it comes into sight.
                let empty = frame.info.parent.is_some() && frame.loader.is_empty();
                frame.info.loaded &= empty;
                frame.loader = loader.into();
            }
            Some("load") if frame.loader == loader => frame.info.loaded = true,
            _ => {}
        }
    }

    fn dialog(&self, session: &SessionId, params: Value) {
        let (policy, text) = {
            let options = self.options();
            (options.dialogs, options.prompt_text.clone())
        };
        if let Some((dialog, mut answer)) = dialog::answer(params, policy, now_ms()) {
            if let Some(text) = text {
                answer["promptText"] = text.into();
            }
            self.connection
                .send(Some(session), "Page.handleJavaScriptDialog", &answer);
            self.state().dialogs.push(dialog.clone());
            self.emit(ContextEvent::Dialog(dialog));
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
            let message = ConsoleMessage::crash(&FrameId::new(&id), "the page crashed");
            state.console.push(message.clone());
            (id, message)
        };
        self.connection.fail_session(session, &renderer_crashed());
        self.emit(ContextEvent::Console(message));
        self.emit(ContextEvent::Crashed { id });
    }

    fn record(&self, session: &SessionId, method: &str, params: &Value, cut: u64) {
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
        let message = ConsoleMessage::from_cdp(method, params, of_script, root)
            .or_else(|| (cut > 0).then(|| ConsoleMessage::unreadable(method, root()))?);
        if let Some(message) = message.map(|message| message.bounded(cut)) {
            console.push(message.clone());
            drop(state);
            self.emit(ContextEvent::Console(message));
        } else if method.starts_with("Network.") {
            let ended = network.record(session, method, params);
            drop(state);
            if let Some(request) = ended {
                self.emit(ContextEvent::Request(request));
            }
            self.touch();
        }
    }
}
