//! The written form of a rehearsal: a course is played, and what must happen is stated.
//!
//! JSON or YAML; `docs/rehearsal.schema.json` is generated from these types.

mod call;
mod element;
mod next;
mod page_act;
mod statement;
mod ui_check;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use call::{Call, CompareKind, Lookup};
pub use element::Element;
pub use next::{Act, LeaveBy, Next, Relaunch, RelaunchMode, SessionAfter, UiAction};
pub use page_act::{ClickCount, DialogAnswer, DropPlace, PageAct, ScrollPlace};
pub use statement::{
    AccessibilityWanted, Allowed, Comparison, CompletionWanted, PictureWanted, Statement,
    SuccessWanted, TrackingWanted, Wanted,
};
pub use ui_check::{Control, ControlState, UiCheck};

/// One rehearsal of one course (or of several by the same learner).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rehearsal {
    /// Name of the rehearsal, unique among those run together.
    pub id: String,
    /// Group it belongs to.
    #[serde(default)]
    pub family: String,
    /// Words by which rehearsals are picked (`--only`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The course that is played with its own pages: folder or zip, relative to this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// Path of the manifest, relative to this file; without `course`, its activities get generated
    /// pages.
    #[serde(default = "usual_manifest")]
    pub manifest: String,
    /// Manifests by package name, when more than one course is taken.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub manifests: BTreeMap<String, String>,
    /// Identifier of the organization that is taken; the default one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organization: Option<String>,
    /// Rehearsals that the same learner must have taken before.
    #[serde(default)]
    pub requires: Vec<String>,
    /// Which learner takes the course, when all run with few learners.
    #[serde(default = "first_learner")]
    pub learner: u32,
    /// How the course is opened.
    #[serde(default)]
    pub start: Start,
    /// Size of the window; 1024 by 768 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewport: Option<ViewportSize>,
    /// Console errors and failed requests that do not fail the rehearsal.
    #[serde(default, skip_serializing_if = "Allowed::is_empty")]
    pub allow: Allowed,
    /// All of it takes at most so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<u64>,
    /// Activities that must never be delivered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden_activities: Vec<String>,
    /// What happens, delivery by delivery.
    pub steps: Vec<Step>,
    /// How the session stands at the end.
    #[serde(default, rename = "final", skip_serializing_if = "Option::is_none")]
    pub final_state: Option<FinalState>,
    /// Remarks for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn first_learner() -> u32 {
    1
}

fn usual_manifest() -> String {
    scorm_package::MANIFEST.to_owned()
}

/// Size of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewportSize {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
}

/// How the course is opened.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Start {
    /// By a Start request.
    #[default]
    Start,
    /// By choosing an activity before the session has begun.
    Choice {
        /// Identifier of the item.
        target: String,
    },
}

/// One delivery of one activity.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// Package of the activity, when there is more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// Identifier of the item that must now be delivered.
    pub expect_activity: String,
    /// What its launch must look like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<ExpectedLaunch>,
    /// What the learner's controls must look like, before the first call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ui: Vec<UiCheck>,
    /// The calls of the content, with their expected answers.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// What the learner does on the page after these calls, with what must come of it. Needs a
    /// browser.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<PageAct>,
    /// Values that the data model must have in the end, by element.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, Wanted>,
    /// Tracking in the end, by identifier of the item; `root` is the whole course.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracking: BTreeMap<String, TrackingWanted>,
    /// The step takes at most so long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<u64>,
    /// What happens next.
    pub then: Next,
}

/// What a launch must look like.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedLaunch {
    /// Identifier of the resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// `sco` or `asset`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scorm_type: Option<String>,
    /// Address relative to the package root, with base, href and parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// How the session stands when the rehearsal is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinalState {
    /// Open with the last activity delivered, or over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionAfter>,
    /// Tracking, by identifier of the item; `root` is the whole course.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracking: BTreeMap<String, TrackingWanted>,
}
