//! Navigation, termination and sequencing requests.

use std::fmt;

use crate::tree::{ActivityId, ActivityTree};

/// What the learner, the content or the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavigationRequest {
    /// Begin a new attempt on the course.
    Start,
    /// Go on where suspendAll left off.
    ResumeAll,
    /// To the next activity.
    Continue,
    /// To the activity before.
    Previous,
    /// Never supported in SCORM; kept because the vocabulary has it.
    Forward,
    /// Never supported in SCORM; kept because the vocabulary has it.
    Backward,
    /// To an activity of the learner's choice.
    Choice(ActivityId),
    /// To an activity, without regard to control modes.
    Jump(ActivityId),
    /// End the attempt on the current activity.
    Exit,
    /// End the attempt on the course.
    ExitAll,
    /// Leave the current activity without keeping what it did.
    Abandon,
    /// Leave the course without keeping what the current activity did.
    AbandonAll,
    /// Interrupt the course so that it can be resumed.
    SuspendAll,
    /// Choice or jump to an identifier that no activity has, or an unknown request.
    Undefined(UndefinedRequest),
}

/// A request that cannot be carried out whatever the state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndefinedRequest {
    /// Choice to an identifier that no activity has.
    ChoiceTarget,
    /// Jump to an identifier that no activity has.
    JumpTarget,
    /// Not in the vocabulary.
    Vocabulary,
}

impl NavigationRequest {
    /// Reads a value of `adl.nav.request`; `_none_` and the empty string are not requests.
    pub fn parse(text: &str, tree: &ActivityTree) -> Option<Self> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("{target=") {
            // The verb stands behind the last brace: an identifier may not hold one, a URI may.
            let Some((target, verb)) = rest.rsplit_once('}') else {
                return Some(Self::Undefined(UndefinedRequest::Vocabulary));
            };
            return Some(match verb.trim() {
                "choice" => Self::choice(tree, target),
                "jump" => Self::jump(tree, target),
                _ => Self::Undefined(UndefinedRequest::Vocabulary),
            });
        }
        Some(match text {
            "" | "_none_" => return None,
            "start" => Self::Start,
            "resumeAll" => Self::ResumeAll,
            "continue" => Self::Continue,
            "previous" => Self::Previous,
            "forward" => Self::Forward,
            "backward" => Self::Backward,
            "exit" => Self::Exit,
            "exitAll" => Self::ExitAll,
            "abandon" => Self::Abandon,
            "abandonAll" => Self::AbandonAll,
            "suspendAll" => Self::SuspendAll,
            _ => Self::Undefined(UndefinedRequest::Vocabulary),
        })
    }

    /// Choice of the activity with this identifier.
    pub fn choice(tree: &ActivityTree, identifier: &str) -> Self {
        tree.find(identifier).map_or(
            Self::Undefined(UndefinedRequest::ChoiceTarget),
            Self::Choice,
        )
    }

    /// Jump to the activity with this identifier.
    pub fn jump(tree: &ActivityTree, identifier: &str) -> Self {
        tree.find(identifier)
            .map_or(Self::Undefined(UndefinedRequest::JumpTarget), Self::Jump)
    }

    /// The request's word in the vocabulary of `adl.nav.request`, without the target.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::ResumeAll => "resumeAll",
            Self::Continue => "continue",
            Self::Previous => "previous",
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Choice(_) | Self::Undefined(UndefinedRequest::ChoiceTarget) => "choice",
            Self::Jump(_) | Self::Undefined(UndefinedRequest::JumpTarget) => "jump",
            Self::Exit => "exit",
            Self::ExitAll => "exitAll",
            Self::Abandon => "abandon",
            Self::AbandonAll => "abandonAll",
            Self::SuspendAll => "suspendAll",
            Self::Undefined(UndefinedRequest::Vocabulary) => "undefined",
        }
    }

    /// The target of choice or jump.
    pub const fn target(self) -> Option<ActivityId> {
        match self {
            Self::Choice(target) | Self::Jump(target) => Some(target),
            _ => None,
        }
    }

    /// Whether the run-time data of the launch are thrown away instead of transferred.
    pub const fn discards_run_time_data(self) -> bool {
        matches!(self, Self::Abandon | Self::AbandonAll)
    }
}

impl fmt::Display for NavigationRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.token())
    }
}

/// What ends an attempt [TB.2.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum TerminationRequest {
    Exit,
    ExitParent,
    ExitAll,
    SuspendAll,
    Abandon,
    AbandonAll,
}

impl TerminationRequest {
    /// The standard's word.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::ExitParent => "exitParent",
            Self::ExitAll => "exitAll",
            Self::SuspendAll => "suspendAll",
            Self::Abandon => "abandon",
            Self::AbandonAll => "abandonAll",
        }
    }
}

/// What finds the next activity [SB.2.12].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum SequencingRequest {
    Start,
    ResumeAll,
    Continue,
    Previous,
    Choice(ActivityId),
    Jump(ActivityId),
    Retry,
    Exit,
}

impl SequencingRequest {
    /// The standard's word.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::ResumeAll => "resumeAll",
            Self::Continue => "continue",
            Self::Previous => "previous",
            Self::Choice(_) => "choice",
            Self::Jump(_) => "jump",
            Self::Retry => "retry",
            Self::Exit => "exit",
        }
    }

    /// The target of choice or jump.
    pub const fn target(self) -> Option<ActivityId> {
        match self {
            Self::Choice(target) | Self::Jump(target) => Some(target),
            _ => None,
        }
    }
}

/// The value of `cmi.exit` with which content ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitValue {
    /// `normal` or the empty string.
    #[default]
    Normal,
    /// `suspend`: the attempt goes on at the next delivery.
    Suspend,
    /// `logout`: as suspend, and the course is left.
    Logout,
    /// `time-out`: the course is left.
    TimeOut,
}

impl ExitValue {
    /// Reads `cmi.exit`.
    pub fn parse(text: &str) -> Self {
        match text {
            "suspend" => Self::Suspend,
            "logout" => Self::Logout,
            "time-out" => Self::TimeOut,
            _ => Self::Normal,
        }
    }
}

/// What happens when a launch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchEnd {
    /// The navigation request to process; `None`: the content is gone and the learner decides.
    pub request: Option<NavigationRequest>,
    /// The attempt is kept for a later delivery.
    pub suspended: bool,
    /// Run-time data are transferred to tracking first.
    pub transfer: bool,
}

impl LaunchEnd {
    /// Decides between the learner's event, the content's `adl.nav.request` and `cmi.exit`.
    ///
    /// The learner's event replaces the content's request; suspendAll makes every exit a
    /// suspend; time-out and logout leave the course unless the learner asked for something.
    pub fn decide(
        learner: Option<NavigationRequest>,
        content: Option<NavigationRequest>,
        exit: ExitValue,
    ) -> Self {
        let leaves_course = matches!(exit, ExitValue::TimeOut | ExitValue::Logout);
        let request = match learner {
            None if leaves_course => Some(NavigationRequest::ExitAll),
            None => content,
            Some(_) => learner,
        };
        let suspended = request == Some(NavigationRequest::SuspendAll)
            || matches!(exit, ExitValue::Suspend | ExitValue::Logout);
        let transfer = !request.is_some_and(NavigationRequest::discards_run_time_data);
        Self {
            request,
            suspended,
            transfer,
        }
    }
}
