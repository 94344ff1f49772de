//! The definitions of a server. One counter numbers all changes; the last change wins.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use greenroom_stdx::IgnorePoison as _;
use serde::Serialize;

use super::ViewdefKey;
use crate::frame::SentViewdef;
use crate::limits::{LimitReached, VIEWDEF_KEYS, VIEWDEF_STORE_BYTES};

/// Where a definition came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Upload,
    File,
    BuiltIn,
}

/// A definition in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredViewdef {
    pub version: u64,
    pub html: String,
    pub source: Source,
}

/// A change that pages must learn of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewdefChange {
    pub key: ViewdefKey,
    /// `None` when it was removed.
    pub def: Option<SentViewdef>,
    pub version: u64,
    /// Whether there was one before.
    pub replaced: bool,
}

/// All definitions.
#[derive(Debug)]
pub struct ViewdefStore(Mutex<Contents>);

#[derive(Debug, Default)]
struct Contents {
    defs: BTreeMap<ViewdefKey, StoredViewdef>,
    last_version: u64,
}

/// The definitions that every server has.
const BUILT_IN: &[(&str, &str, &str)] = &[
    (
        "lua.ViewList",
        "DEFAULT",
        "<template><div ui-viewlist=\"items\"></div></template>",
    ),
    (
        "lua.ViewListItem",
        "list-item",
        "<template><div ui-view=\"item\"></div></template>",
    ),
];

impl Default for ViewdefStore {
    fn default() -> Self {
        let mut contents = Contents::default();
        for (type_name, namespace, html) in BUILT_IN {
            let key = ViewdefKey {
                type_name: (*type_name).to_owned(),
                namespace: (*namespace).to_owned(),
            };
            contents.put(key, (*html).to_owned(), Source::BuiltIn);
        }
        Self(Mutex::new(contents))
    }
}

impl ViewdefStore {
    /// Adds or replaces a definition whose text was checked.
    pub fn put(
        &self,
        key: ViewdefKey,
        html: String,
        source: Source,
    ) -> Result<ViewdefChange, LimitReached> {
        let mut contents = self.lock();
        let old = contents.defs.get(&key).map_or(0, |def| def.html.len());
        if old == 0 && contents.defs.len() >= VIEWDEF_KEYS {
            return Err(LimitReached {
                limit: "view definitions",
                value: VIEWDEF_KEYS,
            });
        }
        let bytes: usize = contents.defs.values().map(|def| def.html.len()).sum();
        if bytes - old + html.len() > VIEWDEF_STORE_BYTES {
            return Err(LimitReached {
                limit: "bytes of all view definitions",
                value: VIEWDEF_STORE_BYTES,
            });
        }
        Ok(contents.put(key, html, source))
    }

    /// Removes a definition; a built-in one comes back.
    pub fn remove(&self, key: &ViewdefKey) -> Option<ViewdefChange> {
        let mut contents = self.lock();
        contents.defs.remove(key)?;
        contents.last_version += 1;
        let version = contents.last_version;
        let built_in = BUILT_IN.iter().find(|(type_name, namespace, _)| {
            key.type_name == *type_name && key.namespace == *namespace
        });
        if let Some((_, _, html)) = built_in {
            return Some(contents.put(key.clone(), (*html).to_owned(), Source::BuiltIn));
        }
        Some(ViewdefChange {
            key: key.clone(),
            def: None,
            version,
            replaced: true,
        })
    }

    pub fn get(&self, key: &ViewdefKey) -> Option<StoredViewdef> {
        self.lock().defs.get(key).cloned()
    }

    /// All definitions, by key.
    pub fn all(&self) -> BTreeMap<ViewdefKey, StoredViewdef> {
        self.lock().defs.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().ignore_poison()
    }
}

impl Contents {
    fn put(&mut self, key: ViewdefKey, html: String, source: Source) -> ViewdefChange {
        self.last_version += 1;
        let version = self.last_version;
        let def = StoredViewdef {
            version,
            html: html.clone(),
            source,
        };
        let replaced = self.defs.insert(key.clone(), def).is_some();
        ViewdefChange {
            key,
            def: Some(SentViewdef { version, html }),
            version,
            replaced,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_wins_and_versions_only_rise() {
        let store = ViewdefStore::default();
        let key = ViewdefKey::new("Contact", "DEFAULT").unwrap();
        let first = store
            .put(key.clone(), "a".to_owned(), Source::File)
            .unwrap();
        let second = store
            .put(key.clone(), "b".to_owned(), Source::Upload)
            .unwrap();
        assert!(second.version > first.version && second.replaced && !first.replaced);
        assert_eq!(store.get(&key).unwrap().html, "b");
        let removed = store.remove(&key).unwrap();
        assert!(removed.version > second.version && removed.def.is_none());
        assert_eq!(store.remove(&key), None);
    }

    #[test]
    fn a_built_in_definition_can_be_replaced_and_comes_back() {
        let store = ViewdefStore::default();
        let key = ViewdefKey::new("lua.ViewList", "DEFAULT").unwrap();
        store
            .put(key.clone(), "mine".to_owned(), Source::Upload)
            .unwrap();
        store.remove(&key).unwrap();
        assert_eq!(store.get(&key).unwrap().source, Source::BuiltIn);
    }
}
