//! What the browser attached us to: pages, popups, frame processes, workers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::frames::FrameId;
use crate::cdp::SessionId;

/// How many windows a context may have at a time. Courses open one, or a few.
const PAGES: usize = 20;
/// How many workers may run in a context at a time.
const WORKERS: usize = 16;

/// Kind of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A tab or popup.
    Page,
    /// A frame in a process of its own.
    Frame,
    /// Dedicated, shared or service worker.
    Worker,
    /// Anything else that the browser offers.
    Other,
}

impl TargetKind {
    pub(super) fn from_cdp(kind: &str) -> Self {
        match kind {
            "page" => Self::Page,
            "iframe" => Self::Frame,
            "worker" | "shared_worker" | "service_worker" | "worklet" => Self::Worker,
            _ => Self::Other,
        }
    }

    pub(super) fn has_documents(self) -> bool {
        matches!(self, Self::Page | Self::Frame)
    }
}

/// One target.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) session: SessionId,
    /// For pages and frame processes also the id of their main frame.
    pub(crate) id: String,
    pub(crate) kind: TargetKind,
    pub(crate) url: String,
    /// Id of the page that opened this popup.
    pub(crate) opener: Option<String>,
    /// Everything that we want of it is set up.
    pub(crate) ready: bool,
    pub(crate) crashed: bool,
    /// Order of appearance.
    pub(crate) serial: u64,
}

impl Target {
    pub(crate) fn main_frame(&self) -> FrameId {
        FrameId::new(&self.id)
    }
}

/// The targets of a context.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    by_session: BTreeMap<SessionId, Target>,
    next_serial: u64,
}

/// What a context has too many of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TooMany {
    Pages,
    Workers,
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pages => write!(f, "a window was closed at once: {PAGES} are open"),
            Self::Workers => write!(f, "a worker was not started: {WORKERS} are running"),
        }
    }
}

impl Targets {
    /// Why one more target of this kind is not taken.
    pub(super) fn refuses(&self, kind: TargetKind) -> Option<TooMany> {
        let (most, too_many) = match kind {
            TargetKind::Page => (PAGES, TooMany::Pages),
            TargetKind::Worker => (WORKERS, TooMany::Workers),
            TargetKind::Frame | TargetKind::Other => return None,
        };
        let there = self
            .by_session
            .values()
            .filter(|target| target.kind == kind);
        (there.count() >= most).then_some(too_many)
    }

    pub(super) fn add(&mut self, mut target: Target) {
        target.serial = self.next_serial;
        self.next_serial += 1;
        self.by_session.insert(target.session.clone(), target);
    }

    pub(super) fn remove(&mut self, session: &SessionId) -> Option<Target> {
        self.by_session.remove(session)
    }

    pub(crate) fn get(&self, session: &SessionId) -> Option<&Target> {
        self.by_session.get(session)
    }

    pub(super) fn get_mut(&mut self, session: &SessionId) -> Option<&mut Target> {
        self.by_session.get_mut(session)
    }

    pub(crate) fn by_id(&self, id: &str) -> Option<&Target> {
        self.by_session.values().find(|target| target.id == id)
    }

    /// Pages and popups in order of appearance.
    pub(crate) fn pages(&self) -> Vec<&Target> {
        let mut pages: Vec<&Target> = self
            .by_session
            .values()
            .filter(|target| target.kind == TargetKind::Page)
            .collect();
        pages.sort_by_key(|target| target.serial);
        pages
    }

    pub(super) fn with_documents(&self) -> impl Iterator<Item = &Target> {
        self.by_session
            .values()
            .filter(|target| target.kind.has_documents())
    }

    pub(super) fn sessions_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        self.by_session.values_mut()
    }
}
