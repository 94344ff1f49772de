//! Which event belongs to which context.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use greenroom_stdx::IgnorePoison as _;
use serde_json::{Value, json};

use crate::cdp::{Connection, Event, EventSink, SessionId};
use crate::context::{Hub, Introduction};
use crate::error::BrowserError;

/// Who gets which event: contexts by id, sessions by their context.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    routes: Mutex<Routes>,
}

#[derive(Debug, Default)]
struct Routes {
    contexts: HashMap<String, Weak<Hub>>,
    sessions: HashMap<SessionId, Weak<Hub>>,
    /// Contexts that become known to our proxy, and the sessions of their pages.
    introductions: HashMap<String, Arc<Introduction>>,
    introducing: HashMap<SessionId, Arc<Introduction>>,
}

impl Registry {
    pub(crate) fn add(&self, context: &str, hub: &Arc<Hub>) {
        self.routes()
            .contexts
            .insert(context.into(), Arc::downgrade(hub));
    }

    pub(crate) fn remove(&self, context: &str) {
        let mut routes = self.routes();
        let gone = routes.contexts.remove(context);
        if let Some(gone) = gone {
            routes.sessions.retain(|_, hub| !hub.ptr_eq(&gone));
        }
    }

    /// The next page of this context is for its introduction.
    pub(crate) fn introduce(&self, context: &str, introduction: &Arc<Introduction>) {
        self.routes()
            .introductions
            .insert(context.into(), Arc::clone(introduction));
    }

    /// The introduction of this context is over.
    pub(crate) fn introduced(&self, context: &str) {
        let mut routes = self.routes();
        if let Some(over) = routes.introductions.remove(context) {
            routes.introducing.retain(|_, one| !Arc::ptr_eq(one, &over));
        }
    }

    fn introduction_of(&self, session: Option<&SessionId>) -> Option<Arc<Introduction>> {
        self.routes().introducing.get(session?).cloned()
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        self.routes.lock().ignore_poison()
    }

    fn of_session(&self, session: Option<&SessionId>) -> Option<Arc<Hub>> {
        self.routes().sessions.get(session?)?.upgrade()
    }

    fn all(&self) -> Vec<Arc<Hub>> {
        self.routes()
            .contexts
            .values()
            .filter_map(Weak::upgrade)
            .collect()
    }

    fn attached(&self, connection: &Connection, event: &Event) {
        let Some(session) = session_of(&event.params) else {
            return;
        };
        let target = &event.params["targetInfo"];
        let introduction = target["browserContextId"].as_str().and_then(|context| {
            let mut routes = self.routes();
            let introduction = routes.introductions.get(context).cloned()?;
            let (session, one) = (session.clone(), Arc::clone(&introduction));
            routes.introducing.insert(session, one);
            Some(introduction)
        });
        if let Some(introduction) = introduction {
            introduction.attached(connection, &session);
            return;
        }
        let hub = self.of_session(event.session.as_ref()).or_else(|| {
            let context = target["browserContextId"].as_str()?;
            self.routes().contexts.get(context)?.upgrade()
        });
        if let Some(hub) = hub {
            self.routes()
                .sessions
                .insert(session.clone(), Arc::downgrade(&hub));
            hub.attached(session, target);
        } else {
            // Somebody else's page in a browser that we only connected to.
            let params = json!({"sessionId": session});
            connection.send(
                Some(&session),
                "Runtime.runIfWaitingForDebugger",
                &json!({}),
            );
            connection.send(None, "Target.detachFromTarget", &params);
        }
    }
}

impl EventSink for Registry {
    fn on_event(&self, connection: &Connection, event: Event) {
        match event.method.as_str() {
            "Target.attachedToTarget" => self.attached(connection, &event),
            "Target.detachedFromTarget" => {
                let Some(session) = session_of(&event.params) else {
                    return;
                };
                connection.fail_session(&session, &BrowserError::closed("the page"));
                if let Some(hub) = self.of_session(Some(&session)) {
                    hub.detached(&session);
                }
                self.routes().sessions.remove(&session);
            }
            _ if event.session.is_none() => {
                for hub in self.all() {
                    hub.browser_event(&event);
                }
            }
            _ => {
                if let Some(hub) = self.of_session(event.session.as_ref()) {
                    hub.target_event(event);
                } else if let Some(one) = self.introduction_of(event.session.as_ref()) {
                    one.event(connection, &event);
                }
            }
        }
    }

    fn skips(&self, session: &SessionId, size: u64) -> bool {
        self.of_session(Some(session))
            .is_some_and(|hub| hub.skips(session, size))
    }

    fn on_close(&self, error: &BrowserError) {
        for hub in self.all() {
            hub.browser_gone(error);
        }
    }
}

fn session_of(params: &Value) -> Option<SessionId> {
    params["sessionId"].as_str().map(|id| SessionId(id.into()))
}
