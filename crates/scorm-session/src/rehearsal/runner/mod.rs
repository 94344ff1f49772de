//! Plays a rehearsal in a theatre and compares what happens with what is stated.

mod calls;
mod moves;

pub(super) use moves::learner_request;

use super::case::Case;
use super::engine_theatre::{EngineTheatre, Recording};
use super::format::{Act, Control, ControlState, Next, SessionAfter, Start, Step, UiCheck};
use super::report::{Failure, Report};
use super::theatre::{CallMade, Theatre};
use crate::event::Launch;
use crate::learner::Learner;
use crate::options::Options;

/// Plays `case` with `learner`, who keeps what the courses left behind.
pub fn run(case: &Case, learner: &mut Learner, options: &Options) -> Report {
    run_in(&mut EngineTheatre::new(options, None), case, learner)
}

/// As [`run`], with everything that happened.
pub fn record(case: &Case, learner: &mut Learner, options: &Options) -> (Report, Recording) {
    let mut theatre = EngineTheatre::new(options, Some(Recording::default()));
    let report = run_in(&mut theatre, case, learner);
    (report, theatre.recording.unwrap_or_default())
}

/// As [`run`], in any theatre.
pub fn run_in(theatre: &mut impl Theatre, case: &Case, learner: &mut Learner) -> Report {
    let mut run = Run {
        case,
        learner: std::mem::take(learner),
        learner_id: String::new(),
        theatre,
        step: 0,
        step_began: 0,
        made: Vec::new(),
        act_before: None,
        as_tool: false,
        report: Report::new(&case.rehearsal.id),
    };
    run.theatre.prepare(&case.rehearsal);
    let began = run.theatre.clock_ms();
    let mut played = run.play().and_then(|()| {
        let limit = case.rehearsal.within_ms;
        run.check_time("the rehearsal", began, limit)?;
        run.check_something_was_checked()
    });
    if let Err(failure) = &mut played {
        failure.picture = run.theatre.picture_failure();
    }
    let result = played.and(run.leave());
    *learner = run.learner;
    let mut report = run.report;
    report.passed = result.is_ok();
    report.failure = result.err().map(|failure| *failure);
    report
}

pub(super) type Outcome<T = ()> = Result<T, Box<Failure>>;

pub(super) struct Run<'a, T> {
    pub(super) case: &'a Case,
    learner: Learner,
    pub(super) learner_id: String,
    pub(super) theatre: &'a mut T,
    step: usize,
    step_began: u64,
    /// Calls of the content that no statement has looked at yet.
    pub(super) made: Vec<CallMade>,
    pub(super) act_before: Option<String>,
    /// Calls are made in the place of a tool, not of the content.
    pub(super) as_tool: bool,
    pub(super) report: Report,
}

impl<T: Theatre> Run<'_, T> {
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
            self.step_began = self.theatre.clock_ms();
            self.play_step(step)?;
            self.check_time("the step", self.step_began, step.within_ms)?;
            self.report.steps += 1;
            self.report.statements += step.statements();
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
        let Some(expected) = &self.case.rehearsal.final_state else {
            return Ok(());
        };
        if let Some(session) = expected.session {
            self.check_session(session)?;
        }
        self.check_tracking(&expected.tracking)
    }

    fn check_something_was_checked(&self) -> Outcome {
        if self.report.statements == 0 {
            return self.fail("the rehearsal", "a statement", "nothing was checked");
        }
        Ok(())
    }

    pub(super) fn check_time(&self, what: &str, began: u64, limit: Option<u64>) -> Outcome {
        let took = self.theatre.clock_ms().saturating_sub(began);
        match limit {
            Some(limit) if took > limit => {
                let what = format!("time of {what}");
                self.fail(&what, &format!("at most {limit} ms"), &format!("{took} ms"))
            }
            _ => Ok(()),
        }
    }

    fn play_step(&mut self, step: &Step) -> Outcome {
        self.check_delivery(step)?;
        // What the activity before did is over.
        self.made.extend(self.theatre.calls_made());
        self.made
            .retain(|made| made.activity == step.expect_activity);
        // Up to here the trace told how this delivery came about.
        self.theatre.forget_trace();
        for check in &step.ui {
            self.check_ui(check)?;
        }
        for call in &step.calls {
            self.make_call(call)?;
        }
        let over = self.theatre.calls_are_over();
        self.in_order("what follows the calls", over)?;
        self.carry_out(&step.acts)?;
        self.check_data(&step.data)?;
        self.check_tracking(&step.tracking)?;
        self.check_faults()?;
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
        let delivered = self.theatre.standing().delivered;
        let actual = delivered
            .as_ref()
            .map_or("nothing", |delivery| delivery.activity.as_str());
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
        let Some(navigation) = self.theatre.navigation() else {
            return Ok(());
        };
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

    pub(super) fn check_session(&self, expected: SessionAfter) -> Outcome {
        let actual = self.theatre.standing().session;
        self.expect("session", &format!("{expected:?}"), &format!("{actual:?}"))
    }

    fn check_forbidden(&self) -> Outcome {
        match self.theatre.standing().delivered {
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

    /// The theatre did what it was asked for.
    pub(super) fn in_order<V>(&self, what: &str, result: Result<V, T::Fault>) -> Outcome<V> {
        match result {
            Ok(value) => Ok(value),
            Err(fault) => self.fail(what, "to be carried out", &fault.to_string()),
        }
    }

    pub(super) fn expect(&self, what: &str, expected: &str, actual: &str) -> Outcome {
        if expected == actual {
            Ok(())
        } else {
            self.fail(what, expected, actual)
        }
    }

    pub(super) fn fail<V>(&self, call: &str, expected: &str, actual: &str) -> Outcome<V> {
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
            act_before: self.act_before.clone(),
            picture: None,
            trace: self.theatre.trace(),
            of_theatre: self.theatre.is_broken(),
        }))
    }
}

fn leaves(then: &Next) -> bool {
    matches!(then.act, Act::End { .. })
}
