//! What a session wants done, or wants known, after an event.
//!
//! Whoever drives the session (the player page, the rehearsal runner) carries out the first
//! group; the second group informs.

use serde::{Deserialize, Serialize};

use crate::event::Origin;

/// One consequence of an event, in the order in which it came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The answer to an API call.
    Answered(Answer),
    /// Take the content out of its frame, then report `ContentUnloaded`.
    ///
    /// Calls that its unload handlers make still reach this activity's API instance.
    UnloadContent {
        /// The activity whose content goes.
        activity: String,
    },
    /// Put this content into the frame, then report `ContentLoaded`.
    Deliver(Delivery),
    /// The sequencing session is over.
    SessionEnded {
        /// It can be resumed.
        suspended: bool,
    },
    /// The saved state is to be written now.
    SaveState {
        /// What made it necessary.
        cause: SaveCause,
    },

    /// Values of the data model changed.
    DataChanged {
        /// The activity whose run-time data they are.
        activity: String,
        /// Who changed them.
        origin: Origin,
        /// The changes, in order.
        changes: Vec<Change>,
    },
    /// A navigation request was carried out.
    Navigated {
        /// The request as in `adl.nav.request`, e.g. `continue` or `{target=a}choice`.
        request: String,
        /// Who asked.
        by: RequestedBy,
        /// What came of it.
        outcome: NavigationOutcome,
    },
    /// A navigation request was evaluated and refused; nothing changed.
    NavigationRefused {
        /// The request as in `adl.nav.request`.
        request: String,
        /// Who asked.
        by: RequestedBy,
        /// Code of the sequencing exception, e.g. `NB.2.1-4`.
        exception: String,
        /// The exception in words.
        message: String,
    },
    /// Something worth a report, although the call succeeded.
    Noted {
        /// The activity concerned.
        activity: String,
        /// The data-model element concerned, if any.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        element: Option<String>,
        /// What was noticed.
        message: String,
    },
    /// Steps of the sequencing processes, when tracing is on.
    Traced {
        /// The steps, in order.
        steps: Vec<TraceStep>,
    },
}

/// The answer to an API call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What the function returns.
    pub value: String,
    /// What `GetLastError` says after it.
    pub error: u16,
}

/// An activity to be shown to the learner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Delivery {
    /// Identifier of the item.
    pub activity: String,
    /// Title of the item.
    pub title: String,
    /// Identifier of the resource.
    pub resource: String,
    /// Whether it may use the API.
    pub scorm_type: ScormType,
    /// Launch address relative to the package root: base, href and parameters joined.
    pub url: String,
    /// Deliveries of this session so far, this one included.
    pub number: u32,
    /// The attempt on the activity goes on with its data.
    pub resumed: bool,
}

/// Kind of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScormType {
    /// Shareable content object: communicates through the API.
    Sco,
    /// Plain content.
    Asset,
}

impl ScormType {
    /// The token of `adlcp:scormType`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sco => "sco",
            Self::Asset => "asset",
        }
    }
}

/// Why the state is to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SaveCause {
    /// The content called Commit.
    Commit,
    /// A learner session ended.
    Terminate,
    /// The course was closed.
    Close,
}

/// One change of one element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// Full name of the element.
    pub element: String,
    /// Value before, if there was one.
    pub before: Option<String>,
    /// Value after, if there is one.
    pub after: Option<String>,
}

/// Who asked for navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RequestedBy {
    /// A control or the menu, by the learner or a tool.
    Learner,
    /// `adl.nav.request` of the content.
    Content,
    /// The engine: launch, close, time-out.
    Engine,
}

/// What came of a navigation request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum NavigationOutcome {
    /// An activity was delivered.
    Delivered {
        /// Its identifier.
        activity: String,
    },
    /// The session is open, but no activity was identified for delivery.
    NoContent {
        /// Code of the sequencing exception, if one was the reason.
        exception: Option<String>,
    },
    /// The sequencing session ended.
    Ended,
    /// The sequencing session ended and can be resumed.
    Suspended,
}

/// One step of a sequencing process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceStep {
    /// Id of the process, e.g. `SB.2.9`.
    pub process: String,
    /// The step within the process.
    pub step: String,
    /// Identifier of the activity looked at, if any.
    pub activity: Option<String>,
    /// What it found.
    pub outcome: String,
}

impl std::fmt::Display for TraceStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            process,
            step,
            activity,
            outcome,
        } = self;
        f.write_str(process)?;
        if !step.is_empty() {
            write!(f, " {step}")?;
        }
        if let Some(activity) = activity {
            write!(f, " [{activity}]")?;
        }
        write!(f, ": {outcome}")
    }
}
