//! How the data model changed over time, folded from events and their effects.
//!
//! It is not part of the session's state: replaying the journal gives it again.

use crate::effect::Effect;
use crate::event::{ApiFunction, Event, EventKind, Origin};

/// All changes of one session, oldest first.
#[derive(Debug, Clone, Default)]
pub struct History {
    changes: Vec<HistoryEntry>,
}

/// One change of one element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Number of the entry, from 0.
    pub id: usize,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The activity whose run-time data changed.
    pub activity: String,
    /// Full name of the element.
    pub element: String,
    /// Value before, if there was one.
    pub before: Option<String>,
    /// Value after, if there is one.
    pub after: Option<String>,
    /// Who changed it.
    pub origin: Origin,
    /// By what.
    pub source: ChangeSource,
}

/// What changed an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeSource {
    /// A call of the API.
    Api(ApiFunction),
    /// Data of an earlier learner session came back.
    Restore,
    /// The engine itself.
    Internal,
}

impl ChangeSource {
    /// The name in reports: `api:SetValue`, `restore`, `internal`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Api(ApiFunction::SetValue) => "api:SetValue",
            Self::Api(ApiFunction::Commit) => "api:Commit",
            Self::Api(ApiFunction::Terminate) => "api:Terminate",
            Self::Restore => "restore",
            Self::Api(_) | Self::Internal => "internal",
        }
    }
}

impl History {
    /// Takes in an event and what came of it.
    pub fn record(&mut self, event: &Event, effects: &[Effect]) {
        let mut delivered = false;
        for effect in effects {
            let (activity, origin, changes) = match effect {
                Effect::Deliver(_) => {
                    delivered = true;
                    continue;
                }
                Effect::DataChanged {
                    activity,
                    origin,
                    changes,
                } => (activity, origin, changes),
                _ => continue,
            };
            // What changes after a delivery, in the same event, is what the delivery brought back.
            let source = if delivered {
                ChangeSource::Restore
            } else {
                source(event, *origin)
            };
            for change in changes {
                self.changes.push(HistoryEntry {
                    id: self.changes.len(),
                    at: event.at,
                    activity: activity.clone(),
                    element: change.element.clone(),
                    before: change.before.clone(),
                    after: change.after.clone(),
                    origin: *origin,
                    source,
                });
            }
        }
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.changes
    }

    /// The last change of an element of an activity.
    pub fn last_change(&self, activity: &str, element: &str) -> Option<&HistoryEntry> {
        let mut newest_first = self.changes.iter().rev();
        newest_first.find(|entry| entry.element == element && entry.activity == activity)
    }
}

fn source(event: &Event, origin: Origin) -> ChangeSource {
    match &event.event {
        EventKind::ApiCalled { function, .. } if origin != Origin::Engine => {
            ChangeSource::Api(*function)
        }
        EventKind::ApiCalled {
            function: ApiFunction::Terminate,
            ..
        } => ChangeSource::Api(ApiFunction::Terminate),
        _ => ChangeSource::Internal,
    }
}
