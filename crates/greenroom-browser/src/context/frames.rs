//! The frames of a context's pages: tree, addresses, load state, script worlds.

use std::collections::{BTreeMap, HashMap};
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
    /// By order of attachment, which makes taking out any of ten thousand cheap.
    children: BTreeMap<u64, FrameId>,
    /// Its place among the children of its parent.
    serial: u64,
    /// Worlds by name; the page's own is the empty name.
    pub(crate) worlds: BTreeMap<String, ScriptContext>,
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
    /// Frames by their script contexts, since every message of a console asks for its frame.
    by_script: HashMap<SessionId, HashMap<i64, FrameId>>,
    next_serial: u64,
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
                stack.extend(frame.children.values().rev());
            }
        }
        list
    }

    pub(super) fn attach(&mut self, id: &FrameId, parent: Option<&FrameId>, session: &SessionId) {
        let serial = self.next_serial;
        self.next_serial += 1;
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
            children: BTreeMap::new(),
            serial,
            worlds: BTreeMap::new(),
        });
        if frame.session != *session {
            // Came back from another process.
            frame.session = session.clone();
            frame.worlds.clear();
        }
        if frame.info.parent.is_none() && parent.is_some() {
            frame.info.parent = parent.cloned();
        }
        let serial = frame.serial;
        if let Some(parent) = parent.and_then(|parent| self.by_id.get_mut(parent)) {
            parent.children.insert(serial, id.clone());
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
        let place = self
            .by_id
            .get(id)
            .and_then(|frame| Some((frame.info.parent.clone()?, frame.serial)));
        if let Some((parent, serial)) = place
            && let Some(parent) = self.by_id.get_mut(&parent)
        {
            parent.children.remove(&serial);
        }
        for id in gone {
            if let Some(frame) = self.by_id.remove(&id)
                && let Some(scripts) = self.by_script.get_mut(&frame.session)
            {
                for world in frame.worlds.values() {
                    scripts.remove(&world.number);
                }
            }
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
        self.by_script.remove(session);
    }

    /// A world of scripts of a frame was made.
    pub(super) fn script_made(
        &mut self,
        id: &FrameId,
        session: &SessionId,
        world: String,
        context: ScriptContext,
    ) {
        let Some(frame) = self.by_id.get_mut(id) else {
            return;
        };
        frame.session = session.clone();
        let scripts = self.by_script.entry(session.clone()).or_default();
        scripts.insert(context.number, id.clone());
        let number = context.number;
        // A session that is listened to again tells of what is known.
        if let Some(before) = frame.worlds.insert(world, context)
            && before.number != number
        {
            scripts.remove(&before.number);
        }
    }

    /// A world of scripts is gone.
    pub(super) fn script_gone(&mut self, session: &SessionId, number: i64) {
        let scripts = self.by_script.get_mut(session);
        let frame = scripts.and_then(|scripts| scripts.remove(&number));
        if let Some(frame) = frame.and_then(|id| self.by_id.get_mut(&id)) {
            frame.worlds.retain(|_, world| world.number != number);
        }
    }

    /// All worlds of a session are gone.
    pub(super) fn scripts_gone(&mut self, session: &SessionId) {
        self.by_script.remove(session);
        let of_session = |frame: &&mut FrameState| frame.session == *session;
        let frames = self.by_id.values_mut().filter(of_session);
        frames.for_each(|frame| frame.worlds.clear());
    }

    pub(super) fn frame_of_script(&self, session: &SessionId, number: i64) -> Option<&FrameState> {
        let id = self.by_script.get(session)?.get(&number)?;
        self.by_id.get(id)
    }
}
