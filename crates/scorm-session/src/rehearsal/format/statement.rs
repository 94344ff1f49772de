//! What a rehearsal can state about the course, beside the answers of single calls.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Call, Element, SessionAfter};

/// What must have come of the acts since the last statement. One that states nothing is a fault.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statement {
    /// Calls of the content, in this order; others may lie between. Without `args`, any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// These calls must not have been made; without `args`, with none at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_calls: Vec<Call>,
    /// Values of the data model, by element. `*` in a name stands for any index;
    /// `cmi.interactions[id=ID].result` names the latest record with that id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, Wanted>,
    /// Identifier of the item that is delivered now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// Tracking, by identifier of the item; `root` is the whole course. What the activity in the
    /// frame reports counts at once, and rolls up when it has ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracking: BTreeMap<String, TrackingWanted>,
    /// How the session stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionAfter>,
    /// Elements that are visible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<Element>,
    /// Elements that are not visible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hides: Vec<Element>,
    /// Messages of the dialogs that opened, in this order, as patterns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<String>,
    /// A stored picture that the page must look like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureWanted>,
    /// No accessibility finding beside the known ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<AccessibilityWanted>,
    /// The acts since the last statement took at most so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<u64>,
}

/// A value that must hold: text, number or truth value as it is, or a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Wanted {
    /// Exactly this text.
    Text(String),
    /// This truth value, as text.
    Truth(bool),
    /// Equal as numbers.
    Number(f64),
    /// By comparison; all members must hold.
    Compare(Box<Comparison>),
}

/// Comparisons, all of which must hold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Exactly this text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<String>,
    /// Any other text, or no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<String>,
    /// A pattern in which `*` stands for any text and `?` for one character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// Any of these texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// A number that is not smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// A number that is not greater.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// Whether there is a value at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<bool>,
}

/// What must be tracked of an activity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackingWanted {
    /// Completion Status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<CompletionWanted>,
    /// Objective Satisfied Status of the primary objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<SuccessWanted>,
    /// Objective Normalized Measure, from -1 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Wanted>,
    /// Progress Measure, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Wanted>,
    /// Attempt Count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Wanted>,
    /// Activity Is Suspended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended: Option<bool>,
    /// It or an activity above it cannot be taken now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// It is not shown in the menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

/// Completion Status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words of the standard")]
pub enum CompletionWanted {
    Completed,
    Incomplete,
    Unknown,
}

/// Objective Satisfied Status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words of the standard")]
pub enum SuccessWanted {
    Passed,
    Failed,
    Unknown,
}

/// A stored picture that the page must look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PictureWanted {
    /// A PNG file, relative to the rehearsal.
    pub file: String,
    /// The part of all pixels that may differ, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Only this element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

/// No accessibility finding beside the known ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccessibilityWanted {
    /// Ids of rules whose findings are known, as patterns; `RULE SELECTOR` for one element.
    #[serde(default)]
    pub known: Vec<String>,
}

/// Faults of the page that are allowed. All others fail the rehearsal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Allowed {
    /// Patterns of console errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub console: Vec<String>,
    /// Patterns of failed requests: `STATUS ADDRESS` or `REASON ADDRESS`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub network: Vec<String>,
}

impl Allowed {
    /// Whether nothing is allowed.
    pub fn is_empty(&self) -> bool {
        self.console.is_empty() && self.network.is_empty()
    }
}

impl Statement {
    /// Whether it states nothing.
    pub fn is_empty(&self) -> bool {
        let Self {
            calls,
            no_calls,
            data,
            activity,
            tracking,
            session,
            shows,
            hides,
            dialogs,
            picture,
            accessibility,
            within_ms,
        } = self;
        calls.is_empty()
            && no_calls.is_empty()
            && data.is_empty()
            && activity.is_none()
            && tracking.is_empty()
            && session.is_none()
            && shows.is_empty()
            && hides.is_empty()
            && dialogs.is_empty()
            && picture.is_none()
            && accessibility.is_none()
            && within_ms.is_none()
    }

    /// How many things it states.
    pub fn count(&self) -> usize {
        let tracked: usize = self.tracking.values().map(TrackingWanted::count).sum();
        let single = [
            self.activity.is_some(),
            self.session.is_some(),
            self.picture.is_some(),
            self.accessibility.is_some(),
            self.within_ms.is_some(),
        ];
        self.calls.len()
            + self.no_calls.len()
            + self.data.len()
            + tracked
            + self.shows.len()
            + self.hides.len()
            + self.dialogs.len()
            + single.into_iter().filter(|stated| *stated).count()
    }
}

impl TrackingWanted {
    /// How many things it states.
    pub fn count(&self) -> usize {
        [
            self.completion.is_some(),
            self.success.is_some(),
            self.measure.is_some(),
            self.progress.is_some(),
            self.attempts.is_some(),
            self.suspended.is_some(),
            self.disabled.is_some(),
            self.hidden.is_some(),
        ]
        .into_iter()
        .filter(|stated| *stated)
        .count()
    }
}
