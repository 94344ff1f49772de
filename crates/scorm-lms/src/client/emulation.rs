//! The state of one launch, and its calls.

use std::collections::BTreeMap;

use super::name::Name;
use super::saving::Saving;
use super::store::Store;
use super::{Called, Thrown};
use crate::launch::Launch;
use crate::moment::{Moment, Phase};
use crate::network::{Network, Outcome};
use crate::profile::Version;
use crate::profile::dialect::{Argument, Carries, Dialect, LastError, Reply, Restore};
use crate::profile::element::{Element, Given, Initial};
use crate::value::{JsValue, to_number};

/// The LMS's code, for one launch.
#[derive(Debug)]
pub(super) struct Emulation {
    pub dialect: &'static Dialect,
    pub version: Version,
    pub launch: Launch,
    pub state: State,
    /// Was a function called that sets the last error?
    pub called_once: bool,
    pub store: Store,
    /// The values as the launch gave them.
    pub given: BTreeMap<String, JsValue>,
    /// The last error.
    pub error: u16,
    /// Did the course set a status itself?
    pub status_set: bool,
    pub saving: Saving,
    /// A length of suspend data that a user's own profile sets.
    pub suspend_data: Option<usize>,
    /// The total time, where it is not what a course reads.
    pub total: Option<String>,
    /// Has a session begun before?
    pub began: bool,
}

/// The state of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Before,
    Running,
    Finished,
}

/// A call's answer before it is a [`Called`]: a value, or a reply with its error.
pub(super) type Answer = Result<JsValue, Reply>;

impl Emulation {
    pub(super) fn new(dialect: &'static Dialect, version: Version, launch: Launch) -> Self {
        let mut emulation = Self {
            dialect,
            version,
            launch,
            state: State::Before,
            called_once: false,
            store: Store::default(),
            given: BTreeMap::new(),
            error: 0,
            status_set: false,
            saving: Saving::default(),
            suspend_data: None,
            total: None,
            began: false,
        };
        emulation.load();
        emulation.given = emulation.store.values.clone();
        emulation.saving.begin(dialect, &emulation.given);
        emulation
    }

    /// Fills the store as at launch.
    pub(super) fn load(&mut self) {
        self.store = Store::default();
        for element in self.dialect.elements {
            if !element.name.contains(".n.")
                && let Some(value) = self.initial(element)
            {
                self.store.set(element.name, value);
            }
        }
        let prior = self.launch.prior.clone();
        let exit = prior
            .get("cmi.core.exit")
            .or_else(|| prior.get("cmi.exit"))
            .map_or("", String::as_str);
        for (name, value) in &prior {
            if !restores(self.dialect.restore, name, exit == "suspend") {
                continue;
            }
            let name = Name::new(name, self.dialect.indices);
            for (collection, index) in &name.records {
                self.store.reach(collection, index);
            }
            let numeric = self.dialect.element(&name.row).is_some_and(|element| {
                matches!(element.initial, Initial::Number(_) | Initial::Numeric(_))
            });
            let value = if numeric && !value.is_empty() {
                JsValue::Number(to_number(value))
            } else {
                JsValue::text(value)
            };
            self.store.set(&name.text, value);
        }
        self.set_entry();
    }

    /// `entry` follows from how the attempt was left, whatever was stored.
    fn set_entry(&mut self) {
        let (entry, exit) = match self.version {
            Version::Scorm12 => ("cmi.core.entry", "cmi.core.exit"),
            Version::Scorm2004 => ("cmi.entry", "cmi.exit"),
        };
        let row = self.dialect.element(entry);
        if row.is_some_and(|row| matches!(row.initial, Initial::Given(Given::Entry, _))) {
            let rule = self.dialect.entry;
            let prior = &self.launch.prior;
            let word = match prior.get(exit).map(String::as_str) {
                _ if prior.is_empty() => rule.fresh,
                Some("suspend") => rule.suspended,
                Some("" | "normal") => rule.normal,
                None => rule.absent,
                _ => rule.otherwise,
            };
            self.store.set(entry, JsValue::text(word));
        }
    }

    /// The value of an element before a course sets it.
    pub(super) fn initial(&self, element: &Element) -> Option<JsValue> {
        match element.initial {
            Initial::Unset => None,
            Initial::Text(text) | Initial::Numeric(text) => Some(text.into()),
            Initial::Number(number) => Some(JsValue::Number(number)),
            Initial::Given(given, otherwise) => {
                Some(self.given_value(given).unwrap_or_else(|| otherwise.into()))
            }
            Initial::Known(given) => self.given_value(given),
        }
    }

    fn given_value(&self, given: Given) -> Option<JsValue> {
        let launch = &self.launch;
        let text = |text: &str| Some(JsValue::text(text));
        let maybe = |value: &Option<String>| value.clone().map(JsValue::Text);
        let mode = if self.dialect.honours_mode {
            launch.mode()
        } else {
            "normal"
        };
        match given {
            Given::LearnerId => text(&launch.learner.id),
            Given::LearnerNumber => {
                let number = to_number(&launch.learner.id);
                if number.is_nan() {
                    text(&launch.learner.id)
                } else {
                    Some(JsValue::Number(number))
                }
            }
            Given::LearnerHandle => Some(JsValue::Text(format!("u{}", launch.learner.id))),
            Given::Login => text(&launch.learner.login),
            Given::Name => text(&launch.learner.name),
            Given::NameGivenFirst => Some(JsValue::Text(launch.learner.given_first())),
            Given::Credit => match (&launch.credit, mode) {
                (Some(credit), _) if self.dialect.honours_mode => text(credit),
                (_, "normal") => text("credit"),
                _ => text("no-credit"),
            },
            Given::Mode => text(mode),
            Given::Entry => None,
            Given::Done => {
                let status = ["cmi.core.lesson_status", "cmi.completion_status"];
                let mut stored = status.iter().filter_map(|status| launch.prior.get(*status));
                let done = stored.any(|word| matches!(word.as_str(), "completed" | "passed"));
                text(if done { "passed" } else { "incomplete" })
            }
            Given::SuspendData => maybe(&launch.prior.get("cmi.suspend_data").cloned()),
            Given::Mastery => maybe(&launch.mastery_score),
            Given::Passing => maybe(&launch.scaled_passing_score),
            Given::Threshold => maybe(&launch.completion_threshold),
            Given::LaunchData => maybe(&launch.launch_data),
            Given::MaxTime => maybe(&launch.max_time_allowed),
            Given::TimeAction => maybe(&launch.time_limit_action),
        }
    }

    pub(super) fn call(
        &mut self,
        function: &str,
        args: &[JsValue],
        moment: Moment,
        net: &mut dyn Network,
    ) -> Called {
        let undefined = JsValue::Undefined;
        let first = args.first().unwrap_or(&undefined);
        let second = args.get(1).unwrap_or(&undefined);
        let name = match self.version {
            Version::Scorm12 => function.strip_prefix("LMS").unwrap_or(""),
            Version::Scorm2004 => function,
        };
        let answer = match name {
            "Initialize" => self.initialize(first),
            "Finish" if self.version == Version::Scorm12 => self.finish(first, moment, net),
            "Terminate" if self.version == Version::Scorm2004 => self.finish(first, moment, net),
            "GetValue" => self.get_value(first, net),
            "SetValue" => self.set_value(first, second, moment, net),
            "Commit" => self.commit(first, moment, net),
            "GetLastError" => return self.last_error_call(),
            "GetErrorString" => return self.say(self.dialect.error_text, args),
            "GetDiagnostic" => return self.say(self.dialect.diagnostic, args),
            _ => return Called::not_a_function(function),
        };
        self.called_once = true;
        self.finished_call(answer)
    }

    /// Makes the answer of a call, and the last error.
    fn finished_call(&mut self, answer: Answer) -> Called {
        let text = |text: &str| Ok(JsValue::text(text));
        let outcome = match answer {
            Ok(value) => Ok(value),
            Err(reply) => {
                let (outcome, error) = match reply {
                    Reply::Empty(error) => (text(""), Some(error)),
                    Reply::False(error) => (text("false"), Some(error)),
                    Reply::True(error) => (text("true"), Some(error)),
                    Reply::BooleanFalse(error) => (Ok(JsValue::Boolean(false)), Some(error)),
                    Reply::Undefined(error) => (Ok(JsValue::Undefined), Some(error)),
                    Reply::Object(error) => (Ok(JsValue::Object("{}".to_owned())), Some(error)),
                    Reply::Initial => (text(""), Some(0)),
                    Reply::TypeError => (
                        Err(Thrown {
                            name: "TypeError".to_owned(),
                            message: "cannot read a property of this element".to_owned(),
                        }),
                        None,
                    ),
                    Reply::Throws(number) => (
                        Err(Thrown {
                            name: "number".to_owned(),
                            message: number.to_string(),
                        }),
                        None,
                    ),
                };
                if let Some(error) = error {
                    self.error = error;
                }
                outcome
            }
        };
        Called {
            outcome,
            error: self.last_error(),
        }
    }

    fn last_error_call(&self) -> Called {
        let outcome = match self.last_error() {
            Some(error) => Ok(JsValue::Text(error)),
            None => Err(Thrown {
                name: "ReferenceError".to_owned(),
                message: "errorCode is not defined".to_owned(),
            }),
        };
        Called {
            outcome,
            error: self.last_error(),
        }
    }

    /// What `GetLastError` says; none if it throws.
    pub(super) fn last_error(&self) -> Option<String> {
        match self.dialect.last_error {
            LastError::Zero => Some("0".to_owned()),
            LastError::ThrowsAtFirst if !self.called_once => None,
            LastError::Kept | LastError::ThrowsAtFirst => Some(self.error.to_string()),
        }
    }

    /// Success: `"true"` and no error.
    pub(super) fn done(&mut self) -> JsValue {
        self.error = 0;
        "true".into()
    }

    fn initialize(&mut self, argument: &JsValue) -> Answer {
        let states = self.dialect.states;
        if states.initialize_wipes {
            self.wipe();
        }
        let state = match self.state {
            State::Before => 0,
            State::Running => states.initialize_again,
            State::Finished => states.initialize_after,
        };
        self.refuse(argument, 0, state, "false")?;
        let opens = match self.state {
            State::Before => true,
            State::Running => false,
            State::Finished => states.reopens,
        };
        if opens {
            self.state = State::Running;
            self.begin_session();
        }
        Ok(self.done())
    }

    /// The data model is made anew: from the launch, or from what was sent where that counts as
    /// the launch from then on.
    fn wipe(&mut self) {
        let sent = self.saving.sent().clone();
        self.load();
        let carries = self.dialect.sending.carries;
        if matches!(carries, Carries::Changes | Carries::ChangesIfAny) {
            for (element, value) in sent {
                let name = Name::new(&element, self.dialect.indices);
                for (collection, index) in &name.records {
                    self.store.reach(collection, index);
                }
                self.store.set(&element, value);
            }
        }
    }

    fn finish(&mut self, argument: &JsValue, moment: Moment, net: &mut dyn Network) -> Answer {
        let states = self.dialect.states;
        let state = self.state_error(states.finish);
        let again = match self.state {
            State::Finished => states.finish_again,
            State::Before | State::Running => "false",
        };
        self.refuse(argument, 1, state, again)?;
        let stays = states.failed_finish_stays;
        if !stays {
            self.state = State::Finished;
        }
        self.settle();
        let saved = self.save_at_finish(moment, net);
        match saved {
            Ok(()) => {
                if !(stays && self.saving.is_under_way()) {
                    self.state = State::Finished;
                }
                Ok(self.done())
            }
            Err(error) => Err(Reply::False(error)),
        }
    }

    fn commit(&mut self, argument: &JsValue, moment: Moment, net: &mut dyn Network) -> Answer {
        let state = self.state_error(self.dialect.states.commit);
        self.refuse(argument, 2, state, "false")?;
        match self.save_at_commit(moment, net) {
            Ok(()) => Ok(self.done()),
            Err(error) => Err(Reply::False(error)),
        }
    }

    /// The argument error and the state error, in the LMS's order.
    fn refuse(
        &mut self,
        argument: &JsValue,
        function: usize,
        state: u16,
        again: &'static str,
    ) -> Result<(), Reply> {
        let wrong = !takes(self.dialect.arguments[function], argument);
        if wrong && (self.dialect.states.argument_first || state == 0) {
            return Err(Reply::False(201));
        }
        match state {
            0 => Ok(()),
            _ if again == "true" => Err(Reply::True(state)),
            _ => Err(Reply::False(state)),
        }
    }

    /// The error of a call in this state; the codes are for before and after.
    pub(super) fn state_error(&self, (before, after): (u16, u16)) -> u16 {
        match self.state {
            State::Before => before,
            State::Running => 0,
            State::Finished => after,
        }
    }

    /// Is the page of the content going away, or out of sight?
    pub(super) fn sends_otherwise(&self, phase: Phase) -> Option<crate::network::Via> {
        let dismissal = self.dialect.sending.dismissal?;
        dismissal.phases.contains(&phase).then_some(dismissal.via)
    }

    /// Did a save come through, as this LMS sees it?
    pub(super) fn is_saved(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Saved => true,
            Outcome::LoginPage => self.dialect.sending.login_page_is_success,
            Outcome::Refused | Outcome::NoConnection => false,
        }
    }
}

fn takes(rule: Argument, argument: &JsValue) -> bool {
    let empty = argument.as_text() == Some("");
    match rule {
        Argument::Any => true,
        Argument::LooselyEmpty => argument.loosely_empty(),
        Argument::Empty => empty,
        Argument::EmptyOrMissing => empty || *argument == JsValue::Undefined,
        Argument::EmptyOrNull => empty || matches!(argument, JsValue::Undefined | JsValue::Null),
    }
}

fn restores(rule: Restore, name: &str, suspended: bool) -> bool {
    match rule {
        Restore::Always => true,
        Restore::SuspendOnly => suspended,
        Restore::AlwaysBut(lost) => suspended || !lost.contains(&name),
        Restore::Only(kept) => kept.contains(&name),
    }
}
