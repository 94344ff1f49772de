//! The API state machine: the eight functions of both versions.

use std::borrow::Cow;

use crate::error_table::find_error;
use crate::failure::Failure;
use crate::fault::Purpose;
use crate::function::ApiFunction;
use crate::lms_data::LmsData;
use crate::model::Model;
use crate::navigation::NavigationOracle;
use crate::note::{Note, NoteKind};
use crate::profile::Profile;
use crate::set::Replaced;
use crate::version::Version;

/// The API instance of one launch of one SCO.
///
/// No call depends on the clock, so none takes the time: a SCO tells its own session time.
#[derive(Debug, Clone)]
pub struct Api {
    pub(crate) model: Model,
    pub(crate) profile: Profile,
    pub(crate) state: State,
    failure: Option<Failure>,
    notes: Vec<Note>,
    pub(crate) replaced: Vec<Replaced>,
}

/// The state of the communication session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum State {
    /// Before Initialize.
    NotInitialized,
    /// Between Initialize and Terminate.
    Running,
    /// After Terminate, or after the LMS took the SCO away.
    Terminated,
}

/// What a function returned, and the error code after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The string that the SCO gets.
    pub value: Cow<'a, str>,
    /// What `GetLastError` says now.
    pub error: u16,
}

/// A value that changed in the last call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The element.
    pub element: String,
    /// The stored value before; `None` when there was none.
    pub previous: Option<String>,
    /// The stored value now; `None` when it was taken away.
    pub value: Option<String>,
}

impl Api {
    /// A fresh instance for one launch.
    pub fn new(version: Version, profile: Profile, launch: &LmsData) -> Self {
        let model = crate::seed::model(version, launch);
        Self::from_parts(model, profile, State::NotInitialized, 0, String::new())
    }

    pub(crate) fn from_parts(
        model: Model,
        profile: Profile,
        state: State,
        last_error: u16,
        diagnostic: String,
    ) -> Self {
        let failure = (last_error != 0).then(|| Failure::restored(last_error, diagnostic));
        Self {
            model,
            profile,
            state,
            failure,
            notes: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// Calls a function with the strings that came. Missing arguments are an argument error,
    /// surplus ones are ignored with a note.
    pub fn call(
        &mut self,
        function: ApiFunction,
        arguments: &[&str],
        oracle: &dyn NavigationOracle,
    ) -> Answer<'_> {
        let oddity = match self.argument_oddity(function, arguments.len()) {
            Ok(oddity) => oddity,
            Err(error) => return error_answer(function, error),
        };
        let first = arguments.first().copied().unwrap_or_default();
        let second = arguments.get(1).copied().unwrap_or_default();
        let Some(oddity) = oddity else {
            return self.dispatch(function, first, second, oracle);
        };
        let Answer { value, error } = self.dispatch(function, first, second, oracle);
        let value = Cow::Owned(value.into_owned());
        self.note("", oddity);
        Answer { value, error }
    }

    fn dispatch(
        &mut self,
        function: ApiFunction,
        first: &str,
        second: &str,
        oracle: &dyn NavigationOracle,
    ) -> Answer<'_> {
        match function {
            ApiFunction::Initialize => self.initialize(first),
            ApiFunction::Terminate => self.terminate(first),
            ApiFunction::GetValue => self.get_value(first, oracle),
            ApiFunction::SetValue => self.set_value(first, second),
            ApiFunction::Commit => self.commit(first),
            ApiFunction::GetLastError => {
                let error = self.last_error();
                Answer {
                    value: error.to_string().into(),
                    error,
                }
            }
            ApiFunction::GetErrorString => Answer {
                value: self.error_string(first).into(),
                error: self.last_error(),
            },
            ApiFunction::GetDiagnostic => Answer {
                error: self.last_error(),
                value: self.diagnostic(first),
            },
        }
    }

    /// What is odd about the number of arguments, or the error it is.
    fn argument_oddity(
        &mut self,
        function: ApiFunction,
        given: usize,
    ) -> Result<Option<NoteKind>, u16> {
        if function.is_support() || given == function.arity() {
            return Ok(None);
        }
        if given > function.arity() {
            return Ok(Some(NoteKind::SurplusArguments));
        }
        let takes_empty = matches!(
            function,
            ApiFunction::Initialize | ApiFunction::Terminate | ApiFunction::Commit
        );
        if takes_empty && self.profile.tolerant {
            return Ok(Some(NoteKind::MissingArgument));
        }
        self.begin_call();
        let failure = match self.state_error(function) {
            0 => Failure::argument(),
            code => Failure::of_state(code),
        };
        let code = failure.code;
        self.fail(failure);
        Err(code)
    }

    /// `Initialize`, `LMSInitialize`.
    pub fn initialize(&mut self, argument: &str) -> Answer<'_> {
        self.begin_call();
        let again = self.state == State::Terminated
            && self.model.version.is_scorm12()
            && self.profile.tolerant;
        if again {
            self.note("", NoteKind::Tolerated("LMSInitialize after LMSFinish"));
        } else if let Some(error) = self.refuse(ApiFunction::Initialize, argument) {
            return error_answer(ApiFunction::Initialize, error);
        }
        self.state = State::Running;
        success()
    }

    /// `Terminate`, `LMSFinish`: ends the session and settles time and, in SCORM 1.2, the status.
    pub fn terminate(&mut self, argument: &str) -> Answer<'_> {
        self.begin_call();
        if let Some(error) = self.refuse(ApiFunction::Terminate, argument) {
            return error_answer(ApiFunction::Terminate, error);
        }
        self.end_session();
        success()
    }

    /// `Commit`, `LMSCommit`. Storing is the caller's work; the data model does not change.
    pub fn commit(&mut self, argument: &str) -> Answer<'_> {
        self.begin_call();
        if let Some(error) = self.refuse(ApiFunction::Commit, argument) {
            return error_answer(ApiFunction::Commit, error);
        }
        success()
    }

    /// `GetValue`, `LMSGetValue`.
    pub fn get_value(&mut self, element: &str, oracle: &dyn NavigationOracle) -> Answer<'_> {
        self.begin_call();
        let state_error = self.state_error(ApiFunction::GetValue);
        if state_error != 0 {
            self.fail(Failure::of_state(state_error));
            return error_answer(ApiFunction::GetValue, state_error);
        }
        let visible = self.visible();
        match self.model.read(element, visible, oracle) {
            Ok(value) => Answer { value, error: 0 },
            Err(fault) => {
                let failure =
                    Failure::of_fault(self.model.version, Purpose::Get, fault, element, None);
                let error = failure.code;
                self.failure = Some(failure);
                error_answer(ApiFunction::GetValue, error)
            }
        }
    }

    /// `SetValue`, `LMSSetValue`.
    pub fn set_value(&mut self, element: &str, value: &str) -> Answer<'_> {
        self.begin_call();
        let state_error = self.state_error(ApiFunction::SetValue);
        if state_error != 0 {
            self.fail(Failure::of_state(state_error));
            return error_answer(ApiFunction::SetValue, state_error);
        }
        if let Err(fault) = self.write(element, value) {
            let failure = Failure::of_fault(
                self.model.version,
                Purpose::Set,
                fault,
                element,
                Some(value),
            );
            let error = failure.code;
            self.fail(failure);
            return error_answer(ApiFunction::SetValue, error);
        }
        success()
    }

    /// `GetLastError`, `LMSGetLastError`, as a number.
    pub fn last_error(&self) -> u16 {
        self.failure.as_ref().map_or(0, |failure| failure.code)
    }

    /// `GetErrorString`, `LMSGetErrorString`: empty for what is not a code.
    pub fn error_string(&self, code: &str) -> &'static str {
        find_error(self.model.version, code).map_or("", |error| error.text)
    }

    /// `GetDiagnostic`, `LMSGetDiagnostic`: about the last error when asked for it or for nothing,
    /// else about the code in general.
    pub fn diagnostic(&self, code: &str) -> Cow<'_, str> {
        if code.is_empty() {
            return self.diagnostic_of_last_error();
        }
        match find_error(self.model.version, code) {
            None => "".into(),
            Some(error) if error.code == self.last_error() => self.diagnostic_of_last_error(),
            Some(error) => error.meaning.into(),
        }
    }

    pub(crate) fn diagnostic_of_last_error(&self) -> Cow<'_, str> {
        match &self.failure {
            Some(failure) => {
                let chosen = self.profile.treat_as_edition.is_some();
                failure.diagnostic(self.model.version, chosen)
            }
            None => "".into(),
        }
    }

    /// The state of the session.
    pub fn state(&self) -> State {
        self.state
    }

    /// The version.
    pub fn version(&self) -> Version {
        self.model.version
    }

    /// What the last call showed besides its answer. The next call begins a new list, unless it
    /// is a support function.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The values that the last call changed, with their values before and now. The next call
    /// that is not a support function begins a new list, so it never grows beyond one call.
    pub fn changes(&self) -> Vec<Change> {
        self.replaced
            .iter()
            .map(|replaced| Change {
                element: self.model.path(&replaced.address),
                previous: replaced.previous.clone(),
                value: self.model.text(&replaced.address).map(str::to_owned),
            })
            .collect()
    }

    pub(crate) fn note(&mut self, element: &str, kind: NoteKind) {
        self.notes.push(Note {
            element: element.to_owned(),
            kind,
        });
    }

    fn begin_call(&mut self) {
        self.failure = None;
        self.notes.clear();
        self.replaced.clear();
    }

    fn fail(&mut self, failure: Failure) {
        self.failure = Some(failure);
    }

    /// The state error, then the argument error, of a function whose argument must be empty.
    fn refuse(&mut self, function: ApiFunction, argument: &str) -> Option<u16> {
        let code = self.state_error(function);
        if code != 0 {
            self.fail(Failure::of_state(code));
            return Some(code);
        }
        if !argument.is_empty() {
            self.fail(Failure::argument());
            return Some(201);
        }
        None
    }

    /// The error of calling a function in this state; 0 where it is allowed.
    fn state_error(&self, function: ApiFunction) -> u16 {
        let initialize = function == ApiFunction::Initialize;
        if self.model.version.is_scorm12() {
            return match self.state {
                State::NotInitialized if initialize => 0,
                State::Running if !initialize => 0,
                _ if initialize => 101,
                _ => 301,
            };
        }
        let (before, after) = match function {
            ApiFunction::Initialize => (0, 104),
            ApiFunction::Terminate => (112, 113),
            ApiFunction::GetValue => (122, 123),
            ApiFunction::SetValue => (132, 133),
            ApiFunction::Commit => (142, 143),
            _ => (0, 0),
        };
        match self.state {
            State::NotInitialized => before,
            State::Running if initialize => 103,
            State::Running => 0,
            State::Terminated => after,
        }
    }
}

fn success<'a>() -> Answer<'a> {
    Answer {
        value: "true".into(),
        error: 0,
    }
}

fn error_answer<'a>(function: ApiFunction, error: u16) -> Answer<'a> {
    let value = if function == ApiFunction::GetValue {
        ""
    } else {
        "false"
    };
    Answer {
        value: value.into(),
        error,
    }
}
