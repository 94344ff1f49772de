//! The frames of a context's pages: tree, addresses, load state, script worlds.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cdp::SessionId;

/// Id of a frame, as the browser gives it; stays the same while the frame's element lives.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(Arc<str>);

impl FrameId {
    /// The id as it came out of an earlier answer.
    pub fn new(id: &str) -> Self {
        Self(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A frame as told to callers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FrameInfo {
    /// Its id.
    pub id: FrameId,
    /// The frame that holds it; none for the main frame of a page.
    pub parent: Option<FrameId>,
    /// `name` of its element or window.
    pub name: String,
    /// Address of its document.
    pub url: String,
    /// Whether its load event has been fired.
    pub loaded: bool,
}

/// An execution context: one script world of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScriptContext {
    /// Number within its session.
    pub(crate) number: i64,
    /// Id that is never reused.
    pub(crate) unique: String,
}

#[derive(Debug)]
pub(crate) struct FrameState {
    pub(crate) info: FrameInfo,
    pub(crate) session: SessionId,
    pub(crate) loader: String,
    pub(crate) children: Vec<FrameId>,
    /// Worlds by name; the page's own is the empty name.
    pub(crate) worlds: HashMap<String, ScriptContext>,
}

/// What CDP calls a `Page.Frame`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CdpFrame {
    id: FrameId,
    parent_id: Option<FrameId>,
    #[serde(default)]
    loader_id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    url_fragment: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CdpFrameTree {
    frame: CdpFrame,
    #[serde(default)]
    child_frames: Vec<CdpFrameTree>,
}

/// All frames of a context.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    by_id: HashMap<FrameId, FrameState>,
}

impl Frames {
    pub(crate) fn get(&self, id: &FrameId) -> Option<&FrameState> {
        self.by_id.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &FrameId) -> Option<&mut FrameState> {
        self.by_id.get_mut(id)
    }

    /// `id` and what is nested in it, depth first in document order of attachment.
    pub(crate) fn subtree(&self, id: &FrameId) -> Vec<&FrameState> {
        let mut list = Vec::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if let Some(frame) = self.by_id.get(id) {
                list.push(frame);
                stack.extend(frame.children.iter().rev());
            }
        }
        list
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &FrameState> {
        self.by_id.values()
    }

    pub(super) fn attach(&mut self, id: &FrameId, parent: Option<&FrameId>, session: &SessionId) {
        let frame = self.by_id.entry(id.clone()).or_insert_with(|| FrameState {
            info: FrameInfo {
                id: id.clone(),
                parent: None,
                name: String::new(),
                url: String::new(),
                // Until its first document begins to load there is nothing to wait for.
                loaded: true,
            },
            session: session.clone(),
            loader: String::new(),
            children: Vec::new(),
            worlds: HashMap::new(),
        });
        if frame.session != *session {
            // Came back from another process.
            frame.session = session.clone();
            frame.worlds.clear();
        }
        if frame.info.parent.is_none() && parent.is_some() {
            frame.info.parent = parent.cloned();
        }
        if let Some(parent) = parent.and_then(|parent| self.by_id.get_mut(parent))
            && !parent.children.contains(id)
        {
            parent.children.push(id.clone());
        }
    }

    /// A frame shows another document; returns its id and address.
    pub(super) fn navigated(
        &mut self,
        frame: CdpFrame,
        session: &SessionId,
    ) -> Option<(FrameId, String)> {
        self.attach(&frame.id, frame.parent_id.as_ref(), session);
        let state = self.by_id.get_mut(&frame.id)?;
        state.info.url = frame.url + &frame.url_fragment;
        state.info.name = frame.name;
        if state.loader != frame.loader_id {
            state.info.loaded = false;
        }
        state.loader = frame.loader_id;
        Some((frame.id, state.info.url.clone()))
    }

    pub(super) fn seed(&mut self, tree: CdpFrameTree, session: &SessionId) {
        let known = self
            .by_id
            .get(&tree.frame.id)
            .is_some_and(|known| !known.loader.is_empty());
        if !known {
            self.navigated(tree.frame, session);
        }
        for child in tree.child_frames {
            self.seed(child, session);
        }
    }

    pub(super) fn detach(&mut self, id: &FrameId) {
        let gone: Vec<FrameId> = self.subtree(id).iter().map(|f| f.info.id.clone()).collect();
        let parent = self
            .by_id
            .get(id)
            .and_then(|frame| frame.info.parent.clone());
        if let Some(parent) = parent.and_then(|parent| self.by_id.get_mut(&parent)) {
            parent.children.retain(|child| child != id);
        }
        for id in gone {
            self.by_id.remove(&id);
        }
    }

    /// A session ended: frames that live in it are gone, unless they moved meanwhile.
    pub(super) fn session_gone(&mut self, session: &SessionId) {
        let of_session = |frame: &&FrameState| frame.session == *session;
        let gone: Vec<FrameId> = self
            .by_id
            .values()
            .filter(of_session)
            .map(|f| f.info.id.clone())
            .collect();
        for id in gone {
            self.detach(&id);
        }
    }

    pub(super) fn frame_of_script(&self, session: &SessionId, number: i64) -> Option<&FrameState> {
        self.by_id.values().find(|frame| {
            frame.session == *session && frame.worlds.values().any(|w| w.number == number)
        })
    }
}
