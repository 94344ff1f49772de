//! Plays a rehearsal on the engine alone, in the role that the player page has in a browser.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compare::{error_matches, result_matches};
use super::format::{
    Act, Call, Control, ControlState, Next, Rehearsal, Relaunch, RelaunchMode, SessionAfter, Start,
    Step, UiAction, UiCheck,
};
use super::report::{Failure, Report};
use crate::course::Course;
use crate::effect::{Answer, Delivery, Effect};
use crate::event::{ApiFunction, Event, EventKind, Launch, NavigationRequest, Origin};
use crate::learner::Learner;
use crate::options::Options;
use crate::session::Session;

/// The clock of a rehearsal begins here and moves by a second with every event.
const BEGIN: u64 = 1_700_000_000_000;

/// A rehearsal with the courses it needs, by package name.
#[derive(Debug, Clone)]
pub struct Case {
    /// What is played.
    pub rehearsal: Rehearsal,
    /// The courses by name; the only one of a rehearsal without `manifests` is called "".
    pub courses: BTreeMap<String, Arc<Course>>,
}

impl Case {
    /// Reads the courses of a rehearsal from the bytes of its manifests, by path.
    pub fn new(
        rehearsal: Rehearsal,
        bytes_of: impl Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, String> {
        let mut paths = rehearsal.manifests.clone();
        if paths.is_empty() {
            paths.insert(String::new(), rehearsal.manifest.clone());
        }
        let mut courses = BTreeMap::new();
        for (name, path) in paths {
            // Where several courses are taken, `organization` is that of the first.
            let is_first = path == rehearsal.manifest;
            let organization = rehearsal.organization.as_deref().filter(|_| is_first);
            let course = Course::from_manifest_bytes(&bytes_of(&path)?, organization)
                .map_err(|fault| format!("{path}: {fault}"))?;
            courses.insert(name, Arc::new(course));
        }
        Ok(Self { rehearsal, courses })
    }

    fn course(&self, package: Option<&str>) -> Option<Arc<Course>> {
        let first = || {
            let path = &self.rehearsal.manifest;
            let named = self
                .rehearsal
                .manifests
                .iter()
                .find(|(_, candidate)| *candidate == path);
            named
                .and_then(|(name, _)| self.courses.get(name))
                .or(self.courses.values().next())
        };
        package
            .and_then(|name| self.courses.get(name))
            .or_else(first)
            .cloned()
    }
}

/// What a rehearsal did, for replay elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// One entry per session, in order.
    pub sessions: Vec<RecordedSession>,
}

/// One session of a recording.
#[derive(Debug, Clone)]
pub struct RecordedSession {
    /// Package name of the course in the case.
    pub course: Arc<Course>,
    /// The learner when it began.
    pub learner: Learner,
    /// Every event with its effects.
    pub events: Vec<(Event, Vec<Effect>)>,
    /// The state at the end, as JSON.
    pub snapshot: String,
}

/// Plays `case` with `learner`, who keeps what the courses left behind.
pub fn run(case: &Case, learner: &mut Learner, options: &Options) -> Report {
    play(case, learner, options, None).0
}

/// As [`run`], with everything that happened.
pub fn record(case: &Case, learner: &mut Learner, options: &Options) -> (Report, Recording) {
    let (report, recording) = play(case, learner, options, Some(Recording::default()));
    (report, recording.unwrap_or_default())
}

fn play(
    case: &Case,
    learner: &mut Learner,
    options: &Options,
    recording: Option<Recording>,
) -> (Report, Option<Recording>) {
    let mut run = Run {
        case,
        learner: std::mem::take(learner),
        options,
        stage: None,
        now: BEGIN,
        step: 0,
        report: Report {
            id: case.rehearsal.id.clone(),
            passed: false,
            steps: 0,
            calls: 0,
            ui_checks: 0,
            failure: None,
        },
        trace: Vec::new(),
        recording,
    };
    let result = run.play();
    run.leave_stage();
    *learner = run.learner;
    let mut report = run.report;
    report.passed = result.is_ok();
    report.failure = result.err().map(|failure| *failure);
    (report, run.recording)
}

type Outcome = Result<(), Box<Failure>>;

struct Run<'a> {
    case: &'a Case,
    learner: Learner,
    options: &'a Options,
    stage: Option<Stage>,
    now: u64,
    step: usize,
    report: Report,
    trace: Vec<String>,
    /// Nothing, unless the rehearsal is to be replayed elsewhere.
    recording: Option<Recording>,
}

/// A session with what its player page would know.
struct Stage {
    session: Session,
    learner_id: String,
    delivered: Option<Delivery>,
    unload_wanted: bool,
    ended: Option<SessionAfter>,
    record: Option<RecordedSession>,
}

impl Run<'_> {
    fn play(&mut self) -> Outcome {
        let rehearsal = &self.case.rehearsal;
        let launch = match &rehearsal.start {
            Start::Start => Launch::Start,
            Start::Choice { target } => Launch::Choice {
                target: target.clone(),
            },
        };
        let package = rehearsal
            .steps
            .first()
            .and_then(|step| step.package.as_deref());
        self.launch(package, launch)?;
        for (index, step) in rehearsal.steps.iter().enumerate() {
            self.step = index + 1;
            self.play_step(step)?;
            self.report.steps += 1;
        }
        // With a last act of leaving, the final state was looked at before it.
        if rehearsal
            .steps
            .last()
            .is_some_and(|step| !leaves(&step.then))
        {
            self.check_final_state()?;
        }
        Ok(())
    }

    fn check_final_state(&self) -> Outcome {
        let expected = self.case.rehearsal.final_state.as_ref();
        let expected = expected.and_then(|state| state.session);
        expected.map_or(Ok(()), |expected| self.check_session(expected))
    }

    fn play_step(&mut self, step: &Step) -> Outcome {
        self.check_delivery(step)?;
        // Up to here the trace told how this delivery came about.
        self.trace.clear();
        for check in &step.ui {
            self.check_ui(check)?;
        }
        for call in &step.calls {
            self.make_call(call)?;
        }
        let mut next = Some(&step.then);
        while let Some(then) = next {
            self.move_on(then)?;
            if let Some(relaunch) = &then.relaunch {
                self.relaunch(relaunch)?;
            }
            next = then.then.as_deref();
        }
        Ok(())
    }

    fn check_delivery(&self, step: &Step) -> Outcome {
        let delivered = self
            .stage
            .as_ref()
            .and_then(|stage| stage.delivered.as_ref());
        let actual = delivered.map_or("nothing", |delivery| delivery.activity.as_str());
        self.expect("delivered activity", &step.expect_activity, actual)?;
        let (Some(launch), Some(delivery)) = (&step.launch, delivered) else {
            return Ok(());
        };
        if let Some(url) = &launch.url {
            self.expect("launch url", url, &delivery.url)?;
        }
        if let Some(resource) = &launch.resource {
            self.expect("resource", resource, &delivery.resource)?;
        }
        if let Some(scorm_type) = &launch.scorm_type {
            self.expect("scormType", scorm_type, delivery.scorm_type.as_str())?;
        }
        Ok(())
    }

    fn check_ui(&mut self, check: &UiCheck) -> Outcome {
        self.report.ui_checks += 1;
        let Some(stage) = &self.stage else {
            return Ok(());
        };
        let navigation = stage.session.navigation();
        let entry = check.target.as_deref().and_then(|target| {
            navigation
                .menu
                .iter()
                .flatten()
                .find(|entry| entry.identifier == target)
        });
        let usable = match check.control {
            Control::Continue => navigation.is_available("continue"),
            Control::Previous => navigation.is_available("previous"),
            Control::Toc => navigation.menu.is_some(),
            Control::TocEntry if check.state == ControlState::Visible => {
                entry.is_some_and(|entry| entry.visible)
            }
            Control::TocEntry => entry.is_some_and(|entry| entry.visible && entry.selectable),
        };
        let holds = usable == (check.state != ControlState::Disabled);
        let target = check.target.as_deref().unwrap_or_default();
        let question = format!("{:?} {target} {:?}", check.control, check.state);
        self.expect(&question, &check.answer.to_string(), &holds.to_string())
    }

    fn make_call(&mut self, call: &Call) -> Outcome {
        self.report.calls += 1;
        if call.method == "CompareObjectiveIds" {
            return self.compare_ids(call);
        }
        let mut args = call.args.clone();
        if let Some(lookup) = &call.lookup {
            let ids = self.ids(&lookup.collection);
            let Some(index) = ids.iter().position(|id| *id == lookup.id) else {
                let what = format!("{} with an id {}", lookup.collection, lookup.id);
                return self.expect(&what, "a record", &format!("{ids:?}"));
            };
            if let Some(name) = args.first_mut() {
                *name = name.replace("{n}", &index.to_string());
            }
        }
        let Some(function) = function_named(&call.method) else {
            return self.expect("method", "a function of the API", &call.method);
        };
        let answer = self.call(function, &args);
        let shown = format!("{}({})", call.method, args.join(", "));
        let learner_id = self.stage.as_ref().map_or("", |stage| &stage.learner_id);
        if !result_matches(call, &answer.value, learner_id) {
            let expected = call.strict_result.as_ref().or(call.expect_result.as_ref());
            let expected = expected.map_or("", String::as_str);
            return self.fail(&shown, &format!("{expected:?}"), &format!("{answer:?}"));
        }
        if !error_matches(call, &answer.error.to_string()) {
            let expected = call.strict_error.as_ref().or(call.expect_error.as_ref());
            let expected = expected
                .cloned()
                .unwrap_or_else(|| call.accept_errors.join(" or "));
            return self.fail(&shown, &format!("error {expected}"), &format!("{answer:?}"));
        }
        Ok(())
    }

    fn compare_ids(&mut self, call: &Call) -> Outcome {
        let collection = call
            .collection
            .clone()
            .unwrap_or_else(|| "cmi.objectives".to_owned());
        let ids = self.ids(&collection);
        let all_known = ids.iter().all(|id| call.expect_ids.contains(id));
        if ids.len() == call.expect_ids.len() && all_known {
            return Ok(());
        }
        let what = format!("ids of {collection}");
        self.fail(
            &what,
            &format!("{:?}", call.expect_ids),
            &format!("{ids:?}"),
        )
    }

    /// The ids of a collection, read as a SCO would.
    fn ids(&mut self, collection: &str) -> Vec<String> {
        let count = self.call(ApiFunction::GetValue, &[format!("{collection}._count")]);
        let count: usize = count.value.parse().unwrap_or_default();
        let name = |index| format!("{collection}.{index}.id");
        (0..count)
            .map(|index| self.call(ApiFunction::GetValue, &[name(index)]).value)
            .collect()
    }

    fn call(&mut self, function: ApiFunction, args: &[String]) -> Answer {
        let args = args.iter().cloned().map(Some).collect();
        let effects = self.apply(EventKind::ApiCalled {
            function,
            args,
            origin: Origin::Content,
        });
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::Answered(answer) => Some(answer),
            _ => None,
        });
        answer.unwrap_or(Answer {
            value: String::new(),
            error: 0,
        })
    }

    fn move_on(&mut self, then: &Next) -> Outcome {
        if leaves(then) {
            self.check_final_state()?;
        }
        let request = match &then.act {
            Act::NavRequest { .. } | Act::ExitValue { .. } => None,
            Act::Ui { action, target } => Some(navigation_request(*action, target.as_deref())),
            Act::End { leave_with } => leave_with.map(|action| navigation_request(action, None)),
        };
        if let Some(request) = request {
            let shown = format!("{request:?} by the learner");
            let effects = self.apply(EventKind::NavigationRequested { request });
            for effect in effects {
                if let Effect::NavigationRefused {
                    exception, message, ..
                } = effect
                {
                    return self.fail(&shown, "accepted", &format!("{exception}: {message}"));
                }
            }
            for call in &then.on_unload {
                self.make_call(call)?;
            }
        }
        self.unload_if_wanted();
        self.check_forbidden()?;
        then.session_after
            .map_or(Ok(()), |expected| self.check_session(expected))
    }

    fn check_session(&self, expected: SessionAfter) -> Outcome {
        let actual = match &self.stage {
            None => SessionAfter::Ended,
            Some(stage) => stage.ended.unwrap_or(if stage.delivered.is_some() {
                SessionAfter::Active
            } else {
                SessionAfter::ActiveNoContent
            }),
        };
        self.expect("session", &format!("{expected:?}"), &format!("{actual:?}"))
    }

    fn check_forbidden(&self) -> Outcome {
        let delivered = self
            .stage
            .as_ref()
            .and_then(|stage| stage.delivered.as_ref());
        match delivered {
            Some(delivery)
                if self
                    .case
                    .rehearsal
                    .forbidden_activities
                    .contains(&delivery.activity) =>
            {
                self.fail("delivered activity", "never this one", &delivery.activity)
            }
            _ => Ok(()),
        }
    }

    fn relaunch(&mut self, relaunch: &Relaunch) -> Outcome {
        let launch = match (relaunch.mode, &relaunch.choose) {
            (RelaunchMode::Resume, _) => Launch::Resume { fresh_data: false },
            (RelaunchMode::Start, None) => Launch::Start,
            (RelaunchMode::Start, Some(target)) => Launch::Choice {
                target: target.clone(),
            },
        };
        self.launch(relaunch.package.as_deref(), launch)
    }

    fn launch(&mut self, package: Option<&str>, launch: Launch) -> Outcome {
        self.leave_stage();
        let Some(course) = self.case.course(package) else {
            return self.fail(
                "package",
                package.unwrap_or_default(),
                "not among the manifests",
            );
        };
        let record = self.recording.as_ref().map(|_| RecordedSession {
            course: Arc::clone(&course),
            learner: self.learner.clone(),
            events: Vec::new(),
            snapshot: String::new(),
        });
        let learner_id = self.learner.id.clone();
        let learner = std::mem::take(&mut self.learner);
        self.stage = Some(Stage {
            session: Session::new(course, learner, self.options.clone()),
            learner_id,
            delivered: None,
            unload_wanted: false,
            ended: None,
            record,
        });
        self.apply(EventKind::Launched { launch });
        self.unload_if_wanted();
        self.check_forbidden()
    }

    fn leave_stage(&mut self) {
        if let Some(mut stage) = self.stage.take() {
            if let (Some(recording), Some(mut record)) = (&mut self.recording, stage.record.take())
            {
                record.snapshot = stage.session.snapshot_json();
                recording.sessions.push(record);
            }
            self.learner = stage.session.into_learner();
        }
    }

    fn unload_if_wanted(&mut self) {
        if self.stage.as_ref().is_some_and(|stage| stage.unload_wanted) {
            self.apply(EventKind::ContentUnloaded);
        }
    }

    /// Applies an event and does what the player page would do with its effects.
    fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        let Some(stage) = &mut self.stage else {
            return Vec::new();
        };
        self.now += 1000;
        if matches!(kind, EventKind::ContentUnloaded) {
            stage.unload_wanted = false;
            stage.delivered = None;
        }
        let event = Event::new(self.now, self.now, kind);
        let effects = stage.session.apply(&event);
        if let Some(record) = &mut stage.record {
            record.events.push((event, effects.clone()));
        }
        let mut loaded = false;
        for effect in &effects {
            match effect {
                Effect::Deliver(delivery) => {
                    stage.delivered = Some(delivery.clone());
                    loaded = true;
                }
                Effect::UnloadContent { .. } => stage.unload_wanted = true,
                Effect::SessionEnded { suspended } => {
                    stage.ended = Some(if *suspended {
                        SessionAfter::Suspended
                    } else {
                        SessionAfter::Ended
                    });
                }
                Effect::Traced { steps } => {
                    self.trace.extend(steps.iter().map(ToString::to_string));
                }
                _ => {}
            }
        }
        if loaded {
            self.apply(EventKind::ContentLoaded);
        }
        effects
    }

    fn expect(&self, what: &str, expected: &str, actual: &str) -> Outcome {
        if expected == actual {
            Ok(())
        } else {
            self.fail(what, expected, actual)
        }
    }

    fn fail(&self, call: &str, expected: &str, actual: &str) -> Outcome {
        let step = self
            .step
            .checked_sub(1)
            .and_then(|index| self.case.rehearsal.steps.get(index));
        Err(Box::new(Failure {
            step: self.step,
            activity: step
                .map(|step| step.expect_activity.clone())
                .unwrap_or_default(),
            call: call.to_owned(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
            trace: self.trace.clone(),
        }))
    }
}

fn leaves(then: &Next) -> bool {
    matches!(then.act, Act::End { .. })
}

fn function_named(name: &str) -> Option<ApiFunction> {
    let mut all = ApiFunction::ALL.into_iter();
    all.find(|function| function.name_2004() == name || function.name_1_2() == name)
}

fn navigation_request(action: UiAction, target: Option<&str>) -> NavigationRequest {
    match action {
        UiAction::Continue => NavigationRequest::Continue,
        UiAction::Previous => NavigationRequest::Previous,
        UiAction::Choice => NavigationRequest::Choice {
            target: target.unwrap_or_default().to_owned(),
        },
        UiAction::Exit => NavigationRequest::Exit,
        UiAction::ExitAll => NavigationRequest::ExitAll,
        UiAction::Abandon => NavigationRequest::Abandon,
        UiAction::AbandonAll => NavigationRequest::AbandonAll,
        UiAction::SuspendAll => NavigationRequest::SuspendAll,
    }
}
