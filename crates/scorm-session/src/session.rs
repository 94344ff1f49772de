//! One learner taking one course.
//!
//! The protocol with whoever shows the content: an `UnloadContent` effect asks for the content to
//! be taken away; its unload handlers may still call the API; then a `ContentUnloaded` event lets
//! the session go on, often with a `Deliver` effect.

use std::collections::BTreeMap;
use std::sync::Arc;

use scorm_runtime::{Api, State as ApiState};
use scorm_sequencing::{ActivityId, ActivityTree, NavigationRequest, Sequencer, State};

use crate::course::Course;
use crate::effect::{Answer, Change, Effect};
use crate::event::{ApiFunction, Event, EventKind, Origin};
use crate::learner::Learner;
use crate::navigation::Oracle;
use crate::options::Options;
use crate::runtime_record::RuntimeRecord;
use crate::tree_record::read_objectives;

/// One learner taking one course.
#[derive(Debug, Clone)]
pub struct Session {
    pub(crate) course: Arc<Course>,
    pub(crate) options: Options,
    /// The learner without the record of this course, which the fields below hold.
    pub(crate) learner: Learner,
    pub(crate) sequencer: Sequencer,
    /// `adl.data` stores of this course's scope.
    pub(crate) shared_data: BTreeMap<String, String>,
    /// Run-time data of the activities' last learner sessions.
    pub(crate) records: BTreeMap<String, RuntimeRecord>,
    pub(crate) phase: Phase,
    /// What is in the frame.
    pub(crate) content: Option<Content>,
    /// What comes into the frame when it is free.
    pub(crate) next: Option<scorm_sequencing::Delivery>,
    /// What happens when the frame is free.
    pub(crate) pending: Option<Pending>,
    pub(crate) deliveries: u32,
    pub(crate) effects: Vec<Effect>,
}

/// Where the sequencing session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    NotStarted,
    Open,
    Ended { suspended: bool },
}

/// Content in the frame, with its API instance.
#[derive(Debug, Clone)]
pub(crate) struct Content {
    pub(crate) activity: ActivityId,
    pub(crate) api: Api,
    /// What the content meets until its own Initialize, after a tool has initialized for it.
    pub(crate) before_initialize: Option<Api>,
    pub(crate) initialized_at: Option<u64>,
}

/// What waits for the content to be taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pending {
    /// The learner's request.
    Navigation(NavigationRequest),
    Close,
    Reset,
}

impl Session {
    /// Opens a course for a learner; nothing is delivered before a `Launched` event.
    pub fn new(course: Arc<Course>, mut learner: Learner, options: Options) -> Self {
        let record = learner.courses.remove(&course.key()).unwrap_or_default();
        let mut sequencer = Sequencer::new(Arc::clone(&course.tree));
        sequencer.set_tracing(options.trace);
        let objectives = if course.tree.objectives_global_to_system {
            &learner.objectives
        } else {
            &record.objectives
        };
        let globals = read_objectives(objectives);
        // A record of another tree is what an earlier version of the package left: start anew.
        if let Some(mut state) = record.tree.read(&course.tree) {
            suspend_interrupted(&course.tree, &mut state);
            let snapshot = scorm_sequencing::Snapshot { state, globals };
            let _fits = sequencer.restore(snapshot);
        } else {
            sequencer.import_globals(&globals);
        }
        Self {
            shared_data: record.shared_data,
            records: record.activities,
            course,
            options,
            learner,
            sequencer,
            phase: Phase::NotStarted,
            content: None,
            next: None,
            pending: None,
            deliveries: 0,
            effects: Vec::new(),
        }
    }

    /// Takes in an event and gives its consequences in order.
    pub fn apply(&mut self, event: &Event) -> Vec<Effect> {
        let Event {
            v: _,
            #[cfg(feature = "told")]
                lms: _,
            at,
            random,
            took_us: _,
            cut,
            event,
        } = event;
        match event {
            EventKind::ApiCalled {
                function,
                args,
                origin,
            } => {
                let mut args: Vec<Option<&str>> = args.iter().map(Option::as_deref).collect();
                // Whatever was cut off, no element takes a value of this size.
                let size = self.options.profile.max_value_bytes as usize + 1;
                let beyond = if cut.is_empty() {
                    String::new()
                } else {
                    "x".repeat(size)
                };
                for index in cut {
                    if let Some(argument) = args.get_mut(*index) {
                        *argument = Some(&beyond);
                    }
                }
                let answer = self.call(*function, &args, *origin, *at, *random);
                self.effects.insert(0, Effect::Answered(answer));
            }
            EventKind::Launched { launch } => self.launched(launch, *random),
            EventKind::ContentLoaded => {}
            EventKind::NavigationRequested { request } => {
                self.navigation_requested(request, *random);
            }
            EventKind::ContentUnloaded => self.content_unloaded(*at, *random),
            EventKind::CloseRequested => self.unload_then(Pending::Close, *random),
            EventKind::TrackingReset => self.unload_then(Pending::Reset, *random),
        }
        self.take_effects()
    }

    /// Calls a function of the API: the short way of an `ApiCalled` event, for the page.
    ///
    /// The effects it leaves wait for [`Session::take_effects`].
    pub fn call(
        &mut self,
        function: ApiFunction,
        args: &[Option<&str>],
        origin: Origin,
        at: u64,
        random: u64,
    ) -> Answer {
        // What comes behind a missing argument cannot be told apart from a missing one.
        // No function takes more than two; a third is enough to be told as one too many.
        let mut given = [""; 3];
        let mut count = 0;
        for argument in args
            .iter()
            .take(given.len())
            .map_while(|argument| *argument)
        {
            given[count] = argument;
            count += 1;
        }
        let given = &given[..count];
        let asked = if function == ApiFunction::GetValue {
            given.first().copied()
        } else {
            None
        };
        let oracle = Oracle::on(self, asked.unwrap_or_default());
        let Some(content) = &mut self.content else {
            return self.call_without_content(function, given);
        };
        if origin == Origin::Content
            && let Some(early) = &mut content.before_initialize
        {
            let answer: Answer = early.call(function, given, &()).into();
            if function == ApiFunction::Initialize && answer.error == 0 {
                content.before_initialize = None;
            }
            return answer;
        }
        let was = content.api.state();
        let fresh = origin == Origin::Tool
            && function == ApiFunction::Initialize
            && was == ApiState::NotInitialized;
        let untouched = fresh.then(|| content.api.clone());
        let answer: Answer = content.api.call(function, given, &oracle).into();
        let succeeded = answer.error == 0 && !function.is_support();
        if succeeded && function == ApiFunction::Initialize {
            content.before_initialize = untouched;
            content.initialized_at = Some(at);
        }
        // A support function leaves those of the call before, which are told already.
        if !function.is_support() {
            self.report_notes();
            self.report_changes(origin);
        }
        if succeeded && function == ApiFunction::Commit {
            self.committed();
        }
        if succeeded && function == ApiFunction::Terminate {
            self.learner_session_ended(random);
        }
        answer
    }

    /// Whether effects wait to be taken.
    pub fn has_effects(&self) -> bool {
        !self.effects.is_empty()
    }

    /// The effects of [`Session::call`]s since the last time, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The course.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The state of the API instance in the frame, if there is content.
    pub fn api_state(&self) -> Option<ApiState> {
        self.content.as_ref().map(|content| content.api.state())
    }

    /// A window that outlived its delivery: nothing it does can count.
    fn call_without_content(&self, function: ApiFunction, args: &[&str]) -> Answer {
        if function == ApiFunction::Initialize {
            let scorm12 = self.course.version.is_scorm12();
            return Answer {
                value: "false".to_owned(),
                error: if scorm12 { 101 } else { 102 },
            };
        }
        self.unused_api().call(function, args, &()).into()
    }

    fn report_notes(&mut self) {
        let Some(content) = &self.content else { return };
        let activity = self.course.identifier(content.activity);
        for note in content.api.notes() {
            self.effects.push(Effect::Noted {
                activity: activity.to_owned(),
                element: (!note.element.is_empty()).then(|| note.element.clone()),
                message: note.kind.message(),
            });
        }
    }

    pub(crate) fn report_changes(&mut self, origin: Origin) {
        let Some(content) = &self.content else { return };
        if !self.options.report_changes {
            return;
        }
        let changes: Vec<Change> = content
            .api
            .changes()
            .into_iter()
            .map(Change::from)
            .collect();
        if !changes.is_empty() {
            let activity = self.course.identifier(content.activity).to_owned();
            self.effects.push(Effect::DataChanged {
                activity,
                origin,
                changes,
            });
        }
    }
}

/// A session that was never ended counts as suspended where it was.
fn suspend_interrupted(tree: &ActivityTree, state: &mut State) {
    let Some(current) = state.current.take() else {
        return;
    };
    state.suspended = Some(current);
    for activity in tree.path_to_root(current) {
        if let Some(activity) = state.activities.get_mut(activity.0 as usize) {
            activity.active = false;
            activity.suspended = true;
        }
    }
}

impl From<scorm_runtime::Answer<'_>> for Answer {
    fn from(answer: scorm_runtime::Answer<'_>) -> Self {
        Self {
            value: answer.value.into_owned(),
            error: answer.error,
        }
    }
}

impl From<scorm_runtime::Change> for Change {
    fn from(change: scorm_runtime::Change) -> Self {
        Self {
            element: change.element,
            before: change.previous,
            after: change.value,
        }
    }
}
