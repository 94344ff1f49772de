//! A variable: one path of a page joined to one value in Lua.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use mlua::{Table, Value};
use serde_json::{Map, Value as Json};

use crate::frame::SocketCode;
use crate::path::{Access, Path};

/// The id of the app variable, which every connection has.
pub(super) const ROOT: u64 = 1;

/// The variable itself, and what its connection has been sent of it.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) parent: u64,
    pub(super) children: BTreeSet<u64>,
    /// The path as the page wrote it.
    pub(super) path_text: String,
    pub(super) path: Path,
    pub(super) access: Access,
    pub(super) properties: BTreeMap<String, String>,
    pub(super) watched: bool,
    /// It was made wrongly and is never computed.
    pub(super) unusable: Option<SocketCode>,
    /// The value of the last computation.
    pub(super) value: Value,
    pub(super) computed: bool,
    pub(super) wrapper: Option<Table>,
    pub(super) sent: Option<Json>,
    pub(super) sent_type: Option<String>,
    /// Value and all properties go out with the next frame, changed or not.
    pub(super) resend: bool,
    /// The mark that the page shows.
    pub(super) error: Option<(SocketCode, String)>,
    /// The mark is of a write or an action: only the next one can clear it.
    pub(super) marked_by_page: bool,
    /// A getter that ran out of time is left alone until then, so that the others get theirs.
    pub(super) muted_until: Option<Instant>,
    pub(super) diags: Vec<String>,
    pub(super) compute_us: u64,
    pub(super) max_compute_us: u64,
    pub(super) changes: u64,
}

/// In which order updates stand in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Priority {
    High,
    Medium,
    Low,
}

impl Variable {
    pub(super) fn new(parent: u64, path_text: String, path: Path, access: Access) -> Self {
        Self {
            parent,
            children: BTreeSet::new(),
            path_text,
            path,
            access,
            properties: BTreeMap::new(),
            watched: true,
            unusable: None,
            value: Value::Nil,
            computed: false,
            wrapper: None,
            sent: None,
            sent_type: None,
            resend: false,
            error: None,
            marked_by_page: false,
            muted_until: None,
            diags: Vec::new(),
            compute_us: 0,
            max_compute_us: 0,
            changes: 0,
        }
    }

    /// The app variable: no path, and inactive until the page watches it.
    pub(super) fn root() -> Self {
        let path = Path {
            elements: Vec::new(),
            properties: BTreeMap::new(),
        };
        Self {
            watched: false,
            ..Self::new(0, ".".to_owned(), path, Access::Read)
        }
    }

    /// Where the paths of children begin: the wrapper, where there is one.
    pub(super) fn base(&self) -> Value {
        match &self.wrapper {
            Some(wrapper) => Value::Table(wrapper.clone()),
            None => self.value.clone(),
        }
    }

    pub(super) fn property(&self, name: &str) -> Option<&str> {
        self.properties
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    pub(super) fn priority(&self) -> Priority {
        match self.property("priority") {
            Some("high") => Priority::High,
            Some("low") => Priority::Low,
            _ => Priority::Medium,
        }
    }

    /// All properties, the type among them.
    pub(super) fn all_properties(&self) -> Map<String, Json> {
        let mut all: Map<String, Json> = self
            .properties
            .iter()
            .map(|(key, value)| (key.clone(), Json::from(value.as_str())))
            .collect();
        if let Some(type_name) = &self.sent_type {
            all.insert("type".to_owned(), Json::from(type_name.as_str()));
        }
        all
    }
}

/// A property as text; numbers and booleans are taken as they are written.
pub(super) fn property_text(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
