//! All activities with their tracking, and what bars the learner from them.

use std::collections::BTreeMap;

use scorm_sequencing::{ActivityId, NavigationRequest};
use serde::Serialize;

use crate::effect::ScormType;
use crate::session::Session;

/// The whole course at one moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overview {
    /// Every activity in preorder, the organization first.
    pub activities: Vec<ActivityOverview>,
    /// The global objectives of the course, by name.
    pub objectives: BTreeMap<String, Status>,
}

/// One activity at one moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ActivityOverview {
    /// Identifier of the item; the organization's for the root.
    pub identifier: String,
    /// Identifier of its parent; nothing for the root.
    pub parent: Option<String>,
    /// Its title.
    pub title: String,
    /// Steps from the root.
    pub depth: u32,
    /// What it is.
    pub kind: ActivityKind,
    /// Attempt Count.
    pub attempt_count: u32,
    /// Activity Is Active.
    pub active: bool,
    /// Activity Is Suspended.
    pub suspended: bool,
    /// What rules and rollup see.
    pub status: Status,
    /// It or an activity above it is disabled, over its limit or not selected.
    pub disabled: bool,
    /// It is not shown in the menu.
    pub hidden: bool,
    /// Why it cannot be chosen: the exception, and the rule that decides; nothing if it can.
    pub refusal: Option<String>,
}

/// What is known about an activity or objective; `None` is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Status {
    /// Objective Satisfied Status.
    pub satisfied: Option<bool>,
    /// Objective Normalized Measure.
    pub measure: Option<f64>,
    /// Completion Status.
    pub completed: Option<bool>,
    /// Progress Measure.
    pub progress: Option<f64>,
}

/// Kind of activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivityKind {
    /// The organization.
    Root,
    /// An item with items.
    Cluster,
    /// A leaf that uses the API.
    Sco,
    /// A leaf that does not, or launches nothing.
    Asset,
}

impl ActivityKind {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Cluster => "cluster",
            Self::Sco => "sco",
            Self::Asset => "asset",
        }
    }
}

impl From<scorm_sequencing::ObjectiveProgress> for Status {
    fn from(progress: scorm_sequencing::ObjectiveProgress) -> Self {
        Self {
            satisfied: progress.satisfied,
            measure: progress.measure,
            completed: progress.completed,
            progress: progress.progress,
        }
    }
}

impl Session {
    /// Every activity with its tracking.
    ///
    /// As in [`Session::navigation`], what the content has reported so far counts as if it ended
    /// now.
    pub fn overview(&self) -> Overview {
        let tracking = self.tracking_if_ended(NavigationRequest::Continue);
        let tree = &self.course.tree;
        let menu = tracking.menu();
        let mut entries = vec![None; tree.len()];
        for entry in &menu.entries {
            entries[entry.activity.0 as usize] = Some(entry);
        }
        let activities = tree.ids().zip(entries).map(|(id, entry)| {
            let (activity, state) = (tree.activity(id), tracking.activity_state(id));
            let refusal = match entry {
                None => Some("the selection of children left it out".to_owned()),
                Some(entry) => entry.refusal.map(|exception| {
                    let why = format!("{}: {}", exception.code(), exception.meaning());
                    match tracking.barrier(id) {
                        Some(barrier) => format!("{why} ({barrier})"),
                        None => why,
                    }
                }),
            };
            ActivityOverview {
                identifier: activity.identifier.clone(),
                parent: activity
                    .parent
                    .map(|parent| self.course.identifier(parent).to_owned()),
                title: activity.title.clone(),
                depth: activity.depth,
                kind: self.kind(id),
                attempt_count: state.attempt_count,
                active: state.active,
                suspended: state.suspended,
                status: tracking.status(id).into(),
                disabled: entry.is_none_or(|entry| !entry.enabled),
                hidden: entry.is_none_or(|entry| !entry.visible),
                refusal,
            }
        });
        Overview {
            activities: activities.collect(),
            objectives: tracking
                .export_globals()
                .into_iter()
                .map(|(name, progress)| (name, progress.into()))
                .collect(),
        }
    }

    fn kind(&self, activity: ActivityId) -> ActivityKind {
        let content = self.course.content(activity);
        if activity == ActivityId::ROOT {
            ActivityKind::Root
        } else if !self.course.tree.is_leaf(activity) {
            ActivityKind::Cluster
        } else if content.is_some_and(|content| content.scorm_type == ScormType::Sco) {
            ActivityKind::Sco
        } else {
            ActivityKind::Asset
        }
    }
}
