//! One connected page: its variables, and what waits to be sent to it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::variable::{Priority, ROOT, Variable};
use crate::frame::{SentViewdef, ServerMessage, SocketCode};
use crate::session::Link;
use crate::viewdef::{ViewdefChange, ViewdefStore};

/// A page. Ids of variables are its own: pages of one session use equal ids without meeting.
pub(crate) struct Connection {
    pub(crate) link: Arc<Link>,
    pub(super) variables: BTreeMap<u64, Variable>,
    outgoing: Outgoing,
    /// The version that the page has of each definition.
    viewdefs: HashMap<String, u64>,
}

/// What one job makes for one page, in the order in which a frame holds it.
#[derive(Default)]
struct Outgoing {
    welcome: Option<ServerMessage>,
    viewdefs: BTreeMap<String, Option<SentViewdef>>,
    empty: Vec<u64>,
    updates: BTreeMap<(Priority, u64), Changed>,
    rest: Vec<ServerMessage>,
    /// A frame goes out also when it holds nothing, for its `ack`.
    acknowledge: bool,
}

/// What is new of a variable: value and properties.
type Changed = (Option<Json>, Option<Map<String, Json>>);

impl Connection {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self {
            link,
            variables: BTreeMap::from([(ROOT, Variable::root())]),
            outgoing: Outgoing::default(),
            viewdefs: HashMap::new(),
        }
    }

    /// How many variables the page has.
    pub(crate) fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Answers `hello`, with all definitions.
    pub(crate) fn welcome(&mut self, welcome: ServerMessage, store: &ViewdefStore) {
        self.outgoing.welcome = Some(welcome);
        for (key, def) in store.all() {
            let key = key.to_string();
            self.viewdefs.insert(key.clone(), def.version);
            let sent = SentViewdef {
                version: def.version,
                html: def.html,
            };
            self.outgoing.viewdefs.insert(key, Some(sent));
        }
    }

    /// Takes a changed definition; the number of variables that the page must render anew.
    pub(crate) fn viewdef_changed(&mut self, change: &ViewdefChange) -> usize {
        let key = change.key.to_string();
        let known = self.viewdefs.get(&key).copied().unwrap_or(0);
        if known >= change.version {
            return 0;
        }
        self.viewdefs.insert(key.clone(), change.version);
        self.outgoing.viewdefs.insert(key, change.def.clone());
        let type_name = Some(change.key.type_name.as_str());
        let shown: Vec<u64> = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.sent_type.as_deref() == type_name)
            .map(|(id, _)| *id)
            .filter(|id| self.is_active(*id))
            .collect();
        self.outgoing.empty.extend(&shown);
        shown.len()
    }

    /// Whether the variable and all above it are watched.
    pub(super) fn is_active(&self, mut id: u64) -> bool {
        while let Some(variable) = self.variables.get(&id) {
            if !variable.watched {
                return false;
            }
            if id == ROOT {
                return true;
            }
            id = variable.parent;
        }
        false
    }

    pub(super) fn queue_update(
        &mut self,
        id: u64,
        priority: Priority,
        value: Option<Json>,
        properties: Option<Map<String, Json>>,
    ) {
        let update = self.outgoing.updates.entry((priority, id)).or_default();
        if value.is_some() {
            update.0 = value;
        }
        match (&mut update.1, properties) {
            (Some(known), Some(more)) => known.extend(more),
            (known, Some(more)) => *known = Some(more),
            (_, None) => {}
        }
    }

    pub(super) fn queue_error(
        &mut self,
        id: Option<u64>,
        code: Option<SocketCode>,
        message: impl Into<String>,
        traceback: Option<String>,
    ) {
        self.outgoing.rest.push(ServerMessage::Error {
            id,
            code,
            message: message.into(),
            traceback,
        });
    }

    /// The page waits for the `ack` of its frame.
    pub(crate) fn acknowledge(&mut self, seq: u64) {
        self.link.handled(seq);
        self.outgoing.acknowledge = true;
    }

    /// Removes a variable with all below it.
    pub(super) fn remove(&mut self, id: u64) {
        if let Some(parent) = self.variables.get(&id).map(|variable| variable.parent)
            && let Some(parent) = self.variables.get_mut(&parent)
        {
            parent.children.remove(&id);
        }
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            if let Some(variable) = self.variables.remove(&id) {
                doomed.extend(variable.children);
            }
        }
    }

    /// Sends what the job made; the number of updates in it.
    pub(crate) fn flush(&mut self) -> usize {
        let Outgoing {
            welcome,
            viewdefs,
            empty,
            updates,
            rest,
            acknowledge,
        } = std::mem::take(&mut self.outgoing);
        let count = empty.len() + updates.len();
        let mut messages = Vec::with_capacity(count + rest.len() + 2);
        messages.extend(welcome);
        if !viewdefs.is_empty() {
            messages.push(ServerMessage::Viewdefs { defs: viewdefs });
        }
        let empty = empty.into_iter().map(|id| ServerMessage::Update {
            id,
            value: None,
            properties: None,
        });
        messages.extend(empty);
        let updates =
            updates
                .into_iter()
                .map(|((_, id), (value, properties))| ServerMessage::Update {
                    id,
                    value,
                    properties,
                });
        messages.extend(updates);
        messages.extend(rest);
        if acknowledge || !messages.is_empty() {
            self.link.send(messages);
        }
        count
    }
}
