//! The written form of a rehearsal: a course is played, and what must happen is stated.
//!
//! JSON or YAML; `docs/rehearsal.schema.json` is generated from these types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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

/// One act on the page of the content. Selectors are CSS; `A >>> B` leads into frame A.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum PageAct {
    /// Clicks the element that is named by a selector or by its visible text.
    Click {
        /// The element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// Its text, where there is no selector.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Gives a field a value.
    Fill {
        /// The field.
        selector: String,
        /// Text or number, value or label of an option, true or false for a box.
        value: serde_json::Value,
    },
    /// Types on the keyboard.
    Type {
        /// What is typed.
        text: String,
        /// The element that gets the focus first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// Keys after the text, such as `Enter`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        press: Vec<String>,
    },
    /// Waits until an element is visible, or for some time.
    Wait {
        /// The element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// The longest wait with a selector (5000), the whole wait without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Takes a picture that is kept with the artifacts.
    Screenshot {
        /// Only this element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        selector: Option<String>,
        /// The whole height of the page.
        #[serde(default)]
        full_page: bool,
    },
    /// States what must have come of the acts since the last such statement.
    Expect {
        /// Calls of the content, in this order; others may lie between. Without `args`, any will
        /// do.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<Call>,
        /// Values of the data model, by element.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        data: BTreeMap<String, String>,
        /// Identifier of the item that is delivered now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activity: Option<String>,
    },
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

/// One question about the learner's controls.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UiCheck {
    /// The control asked about.
    pub control: Control,
    /// The state asked about.
    pub state: ControlState,
    /// The required truth value of "the control is in that state".
    pub answer: bool,
    /// Identifier of the menu entry, for `toc_entry`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// A control of the learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// The Continue button.
    Continue,
    /// The Previous button.
    Previous,
    /// The table of contents as a whole.
    Toc,
    /// One entry of the table of contents.
    TocEntry,
}

/// A state of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ControlState {
    /// Offered and usable.
    Enabled,
    /// Not enabled; hidden counts.
    Disabled,
    /// The entry can be chosen.
    Selectable,
    /// The entry is listed.
    Visible,
}

/// One API call and its expected answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// Name of the function in SCORM 2004 or 1.2, or `CompareObjectiveIds`.
    pub method: String,
    /// Its arguments; `{n}` in the first stands for the index found by `lookup`.
    #[serde(default)]
    pub args: Vec<String>,
    /// Finds the index of a record by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookup: Option<Lookup>,
    /// Expected return value; absent or null = not compared.
    #[serde(default)]
    pub expect_result: Option<String>,
    /// Expected error code right after the call; absent or null = not compared.
    #[serde(default)]
    pub expect_error: Option<String>,
    /// Error codes of which any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept_errors: Vec<String>,
    /// How the return value is compared.
    #[serde(default)]
    pub compare: CompareKind,
    /// Smallest permitted maximum: the answer may be the expected text cut to this length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spm: Option<usize>,
    /// The answer must be shorter than this, for `length_lt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Values of which any will do, for `request_valid`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<String>,
    /// Which part of an interaction the value is, for `interaction`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Type of the interaction, for `interaction`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction_type: Option<String>,
    /// The collection to look at, for `CompareObjectiveIds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The exact set of ids, for `CompareObjectiveIds`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect_ids: Vec<String>,
    /// Return value that must hold exactly, stronger than `expect_result`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict_result: Option<String>,
    /// Error code that must hold exactly, stronger than `expect_error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict_error: Option<String>,
}

/// Finds the index of a record by its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lookup {
    /// Name of the collection, e.g. `cmi.objectives`.
    pub collection: String,
    /// The id that its record must have.
    pub id: String,
}

/// How an answer is compared with what is expected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CompareKind {
    /// Equal as text.
    #[default]
    Exact,
    /// Not compared.
    Any,
    /// The id of the learner.
    LearnerId,
    /// Shorter than `length` characters.
    LengthLt,
    /// One of `accept`.
    RequestValid,
    /// The same comma-separated tokens in any order.
    Set,
    /// Equal as numbers to six decimals.
    Real,
    /// The same number of seconds, to hundredths.
    Duration,
    /// The same instant, to seconds.
    Datetime,
    /// Equal, or cut to the smallest permitted maximum.
    String,
    /// As `string`.
    Uri,
    /// As `string`, with the language prefix compared apart.
    Langstring,
    /// Language tags equal ignoring case.
    Language,
    /// Equal as text or as numbers.
    Result,
    /// By the type and part of an interaction.
    Interaction,
    /// `CompareObjectiveIds`.
    IdSet,
}

/// What happens after the calls of a step.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Next {
    /// Who moves on, and how.
    #[serde(flatten)]
    pub act: Act,
    /// How the session must stand afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_after: Option<SessionAfter>,
    /// Calls of the content while it is taken away: after the learner's event was triggered,
    /// before it is acted on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_unload: Vec<Call>,
    /// A second event after this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<Box<Next>>,
    /// The learner opens a course (again).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relaunch: Option<Relaunch>,
}

/// Who moves on, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Act {
    /// The content has set `adl.nav.request` and terminated: it is done already.
    NavRequest {
        /// The request.
        request: String,
        /// Its target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// The learner uses a control.
    Ui {
        /// Which one.
        action: UiAction,
        /// Identifier of the chosen activity.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// The content has terminated with an exit value that ends the attempt.
    ExitValue {
        /// The value of `cmi.exit`.
        value: String,
    },
    /// The rehearsal is over, and the learner leaves the course.
    End {
        /// By which control.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leave_with: Option<UiAction>,
    },
}

/// A control that the learner uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UiAction {
    /// Continue.
    Continue,
    /// Previous.
    Previous,
    /// An entry of the menu.
    Choice,
    /// Exit the current activity.
    Exit,
    /// Leave the course for good.
    ExitAll,
    /// Abandon the current activity.
    Abandon,
    /// Abandon the course.
    AbandonAll,
    /// Leave the course and come back later.
    SuspendAll,
}

/// How a session stands after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SessionAfter {
    /// Something is delivered.
    Active,
    /// Open, but nothing is delivered.
    ActiveNoContent,
    /// Over.
    Ended,
    /// Over, and can be resumed.
    Suspended,
}

/// The learner opens a course (again).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relaunch {
    /// Name of the package; the only one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// As a new attempt, or to resume.
    pub mode: RelaunchMode,
    /// The activity chosen before the session begins, with mode `start`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose: Option<String>,
}

/// How a course is opened again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RelaunchMode {
    /// A new attempt.
    Start,
    /// Resume All.
    Resume,
}

/// How the session stands when the rehearsal is over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinalState {
    /// Open with the last activity delivered, or over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionAfter>,
}
