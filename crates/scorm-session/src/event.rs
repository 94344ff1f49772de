//! What can happen to a session, as written to its journal.
//!
//! The journal is the truth: state is a fold over these events, so an event carries everything
//! that decides its outcome, including the time and the random number.
//! The form is versioned, and separate from the types of the engine.

use std::fmt;

pub use scorm_runtime::ApiFunction;
use serde::{Deserialize, Serialize};

/// The version written into new events.
pub const EVENT_VERSION: u16 = 1;

/// One entry of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Version of this form.
    pub v: u16,
    /// When it happened, in milliseconds since 1970 (UTC).
    pub at: u64,
    /// A number drawn by the caller, from which selection and randomization [SR.1, SR.2] are
    /// derived. Below 2^53, so that it survives JavaScript.
    #[serde(default)]
    pub random: u64,
    /// How long an API call took where it was made, in microseconds. Decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_us: Option<u32>,
    /// The numbers of arguments that were too long to be kept: the rest of them is gone, and the
    /// call is answered as one with an argument beyond all sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<usize>,
    /// What content was told by the code of an LMS. Decides nothing.
    #[cfg(feature = "told")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lms: Option<crate::Told>,
    /// What happened.
    pub event: EventKind,
}

impl Event {
    /// An event in the present form.
    pub fn new(at: u64, random: u64, event: EventKind) -> Self {
        Self {
            v: EVENT_VERSION,
            at,
            random,
            took_us: None,
            cut: Vec::new(),
            #[cfg(feature = "told")]
            lms: None,
            event,
        }
    }
}

/// The kinds of events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(!try_from))]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "flat::FlatEvent")]
pub enum EventKind {
    /// The learner opened the course.
    Launched {
        /// How the sequencing session begins.
        #[serde(flatten)]
        launch: Launch,
    },
    /// The page of the delivered activity is in its frame.
    ContentLoaded,
    /// A function of the API was called.
    ApiCalled {
        /// Which one.
        #[cfg_attr(feature = "schema", schemars(with = "schema::ApiFunction"))]
        function: ApiFunction,
        /// The arguments as strings; `null` for one that was missing, `undefined` or `null`.
        args: Vec<Option<String>>,
        /// Who called.
        #[cfg_attr(feature = "schema", schemars(default))]
        origin: Origin,
    },
    /// The learner (or a tool in the learner's place) used a control or the menu.
    NavigationRequested {
        /// What was asked for.
        #[serde(flatten)]
        request: LearnerRequest,
    },
    /// The content has been taken out of its frame; its unload handlers have run.
    ContentUnloaded,
    /// The course is being closed from outside: everything is kept for a later visit.
    CloseRequested,
    /// All tracking is forgotten and the course starts again.
    TrackingReset,
}

/// How a sequencing session begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "launch", rename_all = "snake_case")]
pub enum Launch {
    /// Resume what was suspended, else start.
    Auto,
    /// A new attempt, whatever was left suspended.
    Start,
    /// Resume All.
    Resume {
        /// Give the delivered activity fresh run-time data, although the tree is resumed.
        #[cfg_attr(feature = "schema", schemars(default))]
        fresh_data: bool,
    },
    /// A new attempt that begins with an activity picked from the menu.
    Choice {
        /// Identifier of the item.
        target: String,
    },
}

/// Who acted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The course's own code.
    #[default]
    Content,
    /// A tool, on behalf of the content.
    Tool,
    /// The engine itself.
    Engine,
}

impl Origin {
    /// The name in the journal and in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Tool => "tool",
            Self::Engine => "engine",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A navigation request of the learner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum LearnerRequest {
    /// Continue.
    Continue,
    /// Previous.
    Previous,
    /// Choice of an activity.
    Choice {
        /// Identifier of the item.
        target: String,
    },
    /// Jump to an activity (4th Edition).
    Jump {
        /// Identifier of the item.
        target: String,
    },
    /// Exit the current activity.
    Exit,
    /// Exit the course.
    ExitAll,
    /// Abandon the current activity.
    Abandon,
    /// Abandon the course.
    AbandonAll,
    /// Suspend the course.
    SuspendAll,
}

/// What the engine's own types do not say of their JSON form.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    /// The names that functions have in events.
    pub(super) struct ApiFunction;

    impl JsonSchema for ApiFunction {
        fn schema_name() -> Cow<'static, str> {
            "ApiFunction".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let names = super::ApiFunction::ALL.map(super::ApiFunction::name_2004);
            json_schema!({"description": "A function of the API, by its name in SCORM 2004.", "enum": names})
        }
    }
}

/// Reading the written form: one object with the fields of all kinds. This takes far less code
/// in the page than buffering the object until its kind is known.
mod flat {
    use serde::Deserialize;

    use super::{ApiFunction, EventKind, Launch, LearnerRequest, Origin};

    #[derive(Deserialize)]
    pub(super) struct FlatEvent {
        kind: Kind,
        launch: Option<LaunchWord>,
        request: Option<RequestWord>,
        target: Option<String>,
        #[serde(default)]
        fresh_data: bool,
        function: Option<ApiFunction>,
        #[serde(default)]
        args: Vec<Option<String>>,
        #[serde(default)]
        origin: Origin,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Launched,
        ContentLoaded,
        ApiCalled,
        NavigationRequested,
        ContentUnloaded,
        CloseRequested,
        TrackingReset,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum LaunchWord {
        Auto,
        Start,
        Resume,
        Choice,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum RequestWord {
        Continue,
        Previous,
        Choice,
        Jump,
        Exit,
        ExitAll,
        Abandon,
        AbandonAll,
        SuspendAll,
    }

    impl TryFrom<FlatEvent> for EventKind {
        type Error = &'static str;

        fn try_from(flat: FlatEvent) -> Result<Self, Self::Error> {
            let target = flat.target.ok_or("the target is missing");
            Ok(match flat.kind {
                Kind::Launched => Self::Launched {
                    launch: match flat.launch.ok_or("the launch is missing")? {
                        LaunchWord::Auto => Launch::Auto,
                        LaunchWord::Start => Launch::Start,
                        LaunchWord::Resume => Launch::Resume {
                            fresh_data: flat.fresh_data,
                        },
                        LaunchWord::Choice => Launch::Choice { target: target? },
                    },
                },
                Kind::ContentLoaded => Self::ContentLoaded,
                Kind::ApiCalled => Self::ApiCalled {
                    function: flat.function.ok_or("the function is missing")?,
                    args: flat.args,
                    origin: flat.origin,
                },
                Kind::NavigationRequested => Self::NavigationRequested {
                    request: match flat.request.ok_or("the request is missing")? {
                        RequestWord::Continue => LearnerRequest::Continue,
                        RequestWord::Previous => LearnerRequest::Previous,
                        RequestWord::Choice => LearnerRequest::Choice { target: target? },
                        RequestWord::Jump => LearnerRequest::Jump { target: target? },
                        RequestWord::Exit => LearnerRequest::Exit,
                        RequestWord::ExitAll => LearnerRequest::ExitAll,
                        RequestWord::Abandon => LearnerRequest::Abandon,
                        RequestWord::AbandonAll => LearnerRequest::AbandonAll,
                        RequestWord::SuspendAll => LearnerRequest::SuspendAll,
                    },
                },
                Kind::ContentUnloaded => Self::ContentUnloaded,
                Kind::CloseRequested => Self::CloseRequested,
                Kind::TrackingReset => Self::TrackingReset,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_keep_their_written_form() {
        let call = EventKind::ApiCalled {
            function: ApiFunction::SetValue,
            args: vec![Some("cmi.location".into()), None],
            origin: Origin::Content,
        };
        for (kind, want) in [
            (
                EventKind::Launched {
                    launch: Launch::Auto,
                },
                r#"{"kind":"launched","launch":"auto"}"#,
            ),
            (
                EventKind::Launched {
                    launch: Launch::Choice { target: "a".into() },
                },
                r#"{"kind":"launched","launch":"choice","target":"a"}"#,
            ),
            (
                call,
                r#"{"kind":"api_called","function":"SetValue","args":["cmi.location",null],"origin":"content"}"#,
            ),
            (
                EventKind::NavigationRequested {
                    request: LearnerRequest::ExitAll,
                },
                r#"{"kind":"navigation_requested","request":"exit_all"}"#,
            ),
            (EventKind::ContentUnloaded, r#"{"kind":"content_unloaded"}"#),
        ] {
            let event = Event::new(5, 7, kind);
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(
                text,
                format!(r#"{{"v":1,"at":5,"random":7,"event":{want}}}"#)
            );
            assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
        }
    }

    #[test]
    fn what_was_cut_off_is_remembered_by_number() {
        let text = r#"{"v":1,"at":5,"random":7,"cut":[1],"event":{"kind":"content_loaded"}}"#;
        let event: Event = serde_json::from_str(text).unwrap();
        assert_eq!(event.cut, [1]);
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
    }

    #[test]
    fn a_measured_call_keeps_its_time() {
        let text = r#"{"v":1,"at":5,"random":7,"took_us":100,"event":{"kind":"content_loaded"}}"#;
        let event: Event = serde_json::from_str(text).unwrap();
        assert_eq!(event.took_us, Some(100));
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
    }
}
