//! How a step ends: who moves on, and how the session stands then.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Call, TrackingWanted};

/// What happens after the calls of a step.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Next {
    /// Who moves on, and how.
    #[serde(flatten)]
    pub act: Act,
    /// It must be refused, with a reason (`CODE: words`) that fits this pattern. For `ui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// How the session must stand afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_after: Option<SessionAfter>,
    /// Tracking that must hold afterwards, by identifier of the item; `root` is the whole course.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracking: BTreeMap<String, TrackingWanted>,
    /// Calls that the content must make by itself meanwhile, in this order; others may lie between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
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

impl Next {
    /// The act alone, with nothing stated.
    pub fn new(act: Act) -> Self {
        Self {
            act,
            refused: None,
            session_after: None,
            tracking: BTreeMap::new(),
            calls: Vec::new(),
            on_unload: Vec::new(),
            then: None,
            relaunch: None,
        }
    }
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
    /// The activity or the course is left in this way.
    Leave {
        /// How.
        by: LeaveBy,
    },
    /// The rehearsal is over, and the learner leaves the course.
    End {
        /// By which control.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leave_with: Option<UiAction>,
    },
}

/// A way of leaving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeaveBy {
    /// The course's own button, which an act has clicked already.
    Content,
    /// The exit of the LMS: the course's own `cmi.exit` decides what is kept.
    LmsExit,
    /// The LMS closes the course, and keeps everything for a later visit.
    Close,
    /// The page of the activity is loaded again; the course stays open.
    Reload,
    /// The tab is closed.
    ClosedTab,
    /// The browser dies, and nothing of the page runs any more.
    KilledBrowser,
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
    /// Jump to an activity (4th Edition).
    Jump,
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
    /// As an LMS opens a course: resumed if it was suspended, else a new attempt.
    Reopen,
}
