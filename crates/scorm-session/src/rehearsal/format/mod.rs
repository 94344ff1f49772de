//! The written form of a rehearsal: a course is played, and what must happen is stated.
//!
//! JSON or YAML; `docs/rehearsal.schema.json` is generated from these types.

mod call;
mod next;
mod page_act;
mod ui_check;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use call::{Call, CompareKind, Lookup};
pub use next::{Act, Next, Relaunch, RelaunchMode, SessionAfter, UiAction};
pub use page_act::PageAct;
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
    /// Path of the manifest, relative to this file.
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
    pub data: BTreeMap<String, String>,
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
}
