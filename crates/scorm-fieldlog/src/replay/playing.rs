//! Plays the calls of a log, launch by launch, and keeps what a rehearsal needs of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use scorm_runtime::{ApiFunction, State as ApiState};
use scorm_session::rehearsal::format::{
    Act, LeaveBy, Next, Relaunch, RelaunchMode, Start, UiAction,
};
use scorm_session::{
    Answer, Course, Launch as LaunchBy, Learner, LearnerRequest, Options, ScormType,
};

use super::answerer::Answerer;
use super::comparison::{self, Answered, Difference};
use super::earlier_session::earlier_session;
use super::end_state::{EndState, end_state, kept};
use super::launch_facts::first_answer;
use super::stage::Stage;
use crate::field_log::{FieldLog, LoggedCall};

/// So many differences are kept.
const MOST_DIFFERENCES: usize = 20;
/// So many activities without a SCO are passed on the way to the first.
const MOST_PASSED: usize = 50;
/// Errors of a call outside Initialize and Terminate.
const OUTSIDE: [u16; 9] = [301, 112, 113, 122, 123, 132, 133, 142, 143];

/// What was played.
pub(super) struct Played {
    pub(super) made: usize,
    pub(super) left_out: usize,
    pub(super) differing: usize,
    pub(super) differences: Vec<Difference>,
    pub(super) end_state: EndState,
    pub(super) start: Start,
    pub(super) steps: Vec<PlayedStep>,
    pub(super) notes: Vec<String>,
}

/// One delivery, as a rehearsal tells it.
pub(super) struct PlayedStep {
    pub(super) activity: String,
    pub(super) calls: Vec<(ApiFunction, Vec<String>, Answer)>,
    /// What the content has set when the step is over, if it is still there.
    pub(super) data: BTreeMap<String, String>,
    pub(super) then: Next,
}

pub(super) fn play(
    log: &FieldLog,
    course: &Arc<Course>,
    options: &Options,
    answerer: &mut dyn Answerer,
) -> Played {
    let id = first_answer(log, &["cmi.core.student_id", "cmi.learner_id"]);
    let name = first_answer(log, &["cmi.core.student_name", "cmi.learner_name"]);
    let learner = Learner::new(id.unwrap_or("learner_1"), name.unwrap_or("Learner, Test"));
    let quiet = Options {
        report_changes: false,
        trace: false,
        ..options.clone()
    };
    let (stage, start) = first_launch(log, course, &learner, &quiet);
    let mut player = Player {
        log,
        stage,
        answerer,
        step: Vec::new(),
        played: Played {
            made: 0,
            left_out: 0,
            differing: 0,
            differences: Vec::new(),
            end_state: EndState::unknown(),
            start,
            steps: Vec::new(),
            notes: Vec::new(),
        },
        activity: None,
        last_request: None,
    };
    player.answerer.launched();
    player.reach_sco();
    player.set_before();
    player.begin_in_the_middle();
    player.tell_uncertain_values();
    player.tell_if_turned_around();
    for (index, call) in log.calls.iter().enumerate() {
        player.take(index, call);
    }
    player.finish()
}

/// Opens the course, at the activity that the log names first.
fn first_launch(
    log: &FieldLog,
    course: &Arc<Course>,
    learner: &Learner,
    options: &Options,
) -> (Stage, Start) {
    let named = log.launches.iter().find(|launch| launch.before_call == 0);
    if let Some(named) = named {
        let target = named.activity.clone();
        let launch = LaunchBy::Choice {
            target: target.clone(),
        };
        let stage = Stage::launch(course, learner.clone(), options, launch);
        let reached = stage.delivered.as_ref();
        if reached.is_some_and(|delivery| delivery.activity == target) {
            let first = Stage::launch(course, learner.clone(), options, LaunchBy::Start);
            let usual = first
                .delivered
                .is_some_and(|delivery| delivery.activity == target);
            if !usual {
                return (stage, Start::Choice { target });
            }
        }
    }
    let stage = Stage::launch(course, learner.clone(), options, LaunchBy::Start);
    (stage, Start::Start)
}

struct Player<'a> {
    log: &'a FieldLog,
    stage: Stage,
    answerer: &'a mut dyn Answerer,
    /// The calls of the step that goes on.
    step: Vec<(ApiFunction, Vec<String>, Answer)>,
    played: Played,
    /// The activity that was delivered last.
    activity: Option<String>,
    /// The last `adl.nav.request` of the content.
    last_request: Option<String>,
}

impl Player<'_> {
    fn scorm12(&self) -> bool {
        self.stage.session.course().version.is_scorm12()
    }

    fn note(&mut self, note: String) {
        self.played.notes.push(note);
    }

    /// Passes what comes before the first SCO.
    fn reach_sco(&mut self) {
        for _ in 0..MOST_PASSED {
            let delivered = self.stage.delivered.as_ref();
            let Some(delivery) = delivered.filter(|it| it.scorm_type == ScormType::Asset) else {
                break;
            };
            let before = delivery.activity.clone();
            if self.stage.request(LearnerRequest::Continue).is_err() {
                break;
            }
            self.activity = Some(before);
            self.end_step(Act::Ui {
                action: UiAction::Continue,
                target: None,
            });
        }
        self.look();
        if self.stage.delivered.is_none() {
            let note = "the course delivers nothing at its start, so no call can succeed";
            self.note(note.to_owned());
        }
    }

    /// Plays the session that must have been before the one in the log.
    fn set_before(&mut self) {
        let before = earlier_session(self.log, self.scorm12());
        if before.is_empty() || self.stage.delivered.is_none() {
            return;
        }
        let exit = if self.scorm12() {
            "cmi.core.exit"
        } else {
            "cmi.exit"
        };
        self.make(ApiFunction::Initialize, vec![String::new()]);
        let mut refused = Vec::new();
        for (element, value) in &before {
            let args = vec![element.clone(), value.clone()];
            let answer = self.make(ApiFunction::SetValue, args);
            if answer.error != 0 {
                refused.push(format!("{element} ({})", answer.error));
            }
        }
        let suspend = vec![exit.to_owned(), "suspend".to_owned()];
        self.make(ApiFunction::SetValue, suspend);
        self.make(ApiFunction::Terminate, vec![String::new()]);
        let names: Vec<&str> = before.iter().map(|(name, _)| name.as_str()).collect();
        self.note(format!(
            "the log goes on from an earlier session, which is played first: {}",
            names.join(", ")
        ));
        if !refused.is_empty() {
            self.note(format!(
                "what the LMS gave back is refused here: {}",
                refused.join(", ")
            ));
        }
        self.reopen();
    }

    /// A log that was cut off at its beginning has no Initialize.
    fn begin_in_the_middle(&mut self) {
        let first = self
            .log
            .calls
            .iter()
            .find(|call| !call.function.is_support());
        let Some(first) = first else { return };
        let outside = first.error.is_some_and(|error| OUTSIDE.contains(&error))
            || first
                .result
                .as_ref()
                .is_some_and(|told| told.text == "false");
        if first.function != ApiFunction::Initialize && !outside {
            self.make(ApiFunction::Initialize, vec![String::new()]);
            self.note("the log begins behind Initialize, which is made first".to_owned());
        }
    }

    /// Some LMSs list the newest call first. What was meant is not guessed.
    fn tell_if_turned_around(&mut self) {
        let mut calls = self
            .log
            .calls
            .iter()
            .filter(|call| !call.function.is_support());
        let (first, last) = (calls.next(), calls.next_back());
        if let (Some(first), Some(last)) = (first, last)
            && first.function == ApiFunction::Terminate
            && last.function == ApiFunction::Initialize
        {
            let note = "the log begins with Terminate and ends with Initialize: if it lists the newest call first, turn it around";
            self.note(note.to_owned());
        }
    }

    /// Values of which the log has only a part, or whose white space is not certain.
    fn tell_uncertain_values(&mut self) {
        let calls = self.log.calls.iter().filter(|call| call.is_cut());
        let cut: Vec<usize> = calls.map(|call| call.line).collect();
        if let Some(first) = cut.first() {
            let count = cut.len();
            self.note(format!(
                "{count} calls have a value of which the log has only its beginning, first on line {first}: that is set, or compared as far as it goes"
            ));
        }
        let joined = |call: &&LoggedCall| call.args.iter().any(|told| told.joined);
        let calls = self.log.calls.iter().filter(joined);
        let joined: Vec<usize> = calls.map(|call| call.line).collect();
        if let Some(first) = joined.first() {
            let count = joined.len();
            self.note(format!(
                "{count} calls set a value over several lines of the log, first on line {first}: its line ends are set as they stand"
            ));
        }
    }

    fn take(&mut self, index: usize, call: &LoggedCall) {
        if call.value_missing {
            self.played.left_out += 1;
            if self.played.left_out == 1 {
                self.note(format!(
                    "line {}: the log does not tell what {} was set to, so the call is left out",
                    call.line,
                    call.element().unwrap_or_default()
                ));
            }
            return;
        }
        if call.function == ApiFunction::Initialize {
            self.launch_again_if_needed(index, call);
        }
        let args: Vec<String> = call.args.iter().map(|told| told.text.clone()).collect();
        if let (ApiFunction::SetValue, [element, value]) = (call.function, &args[..])
            && element == "adl.nav.request"
        {
            self.last_request = Some(value.clone());
        }
        let answer = self.make(call.function, args.clone());
        let told = self.answerer.answer(call.function, &args, &answer);
        self.played.made += 1;
        if comparison::is_same(call, &told) {
            return;
        }
        self.played.differing += 1;
        if self.played.differences.len() == MOST_DIFFERENCES {
            return;
        }
        let method = if self.scorm12() {
            call.function.name_1_2()
        } else {
            call.function.name_2004()
        };
        self.played.differences.push(Difference {
            call: index + 1,
            line: call.line,
            method,
            args,
            logged: Answered {
                result: call.result.as_ref().map(|told| told.text.clone()),
                error: call.error,
            },
            answered: Answered::from(&told),
            cut: call.is_cut(),
        });
    }

    /// An Initialize that cannot belong to the launch before it belongs to a new one.
    fn launch_again_if_needed(&mut self, index: usize, call: &LoggedCall) {
        let worked = call.result.as_ref().is_some_and(|told| told.text == "true")
            || (call.result.is_none() && call.error == Some(0));
        let needed = match self.stage.api_state() {
            Some(ApiState::NotInitialized) => return self.follow_the_log(index),
            Some(ApiState::Running) => worked,
            Some(ApiState::Terminated) | None => worked || call.result.is_none(),
        };
        if !needed {
            return;
        }
        let ended = self.stage.api_state() != Some(ApiState::Running);
        self.stage.calls_are_over();
        if ended && self.stage.api_state() == Some(ApiState::NotInitialized) {
            // The content's own request has led on.
            let request = self.last_request.take();
            self.end_step(Act::NavRequest {
                request: request.unwrap_or_else(|| "continue".to_owned()),
                target: None,
            });
            self.look();
        } else {
            self.note(format!(
                "line {}: the course is launched again; it is closed and opened again here",
                call.line
            ));
            self.reopen();
        }
        self.follow_the_log(index);
    }

    /// Goes to the activity that the log names for this launch.
    fn follow_the_log(&mut self, index: usize) {
        let mut launches = self.log.launches.iter().rev();
        let Some(launch) = launches.find(|launch| launch.before_call == index) else {
            return;
        };
        let target = launch.activity.clone();
        let delivered = self.stage.delivered.as_ref().map(|it| it.activity.clone());
        let course = self.stage.session.course();
        let known = course.tree.ids().any(|id| course.identifier(id) == target);
        if delivered.as_ref() == Some(&target) || !known {
            return;
        }
        let request = LearnerRequest::Choice {
            target: target.clone(),
        };
        match self.stage.request(request) {
            Ok(()) => {
                self.end_step(Act::Ui {
                    action: UiAction::Choice,
                    target: Some(target),
                });
                self.look();
            }
            Err(why) => self.note(format!(
                "the log launches {target}, which cannot be chosen here: {why}"
            )),
        }
    }

    fn reopen(&mut self) {
        self.stage.calls_are_over();
        let data = self.data();
        self.stage.reopen();
        self.answerer.launched();
        self.end_step_with(
            data,
            Next {
                relaunch: Some(Relaunch {
                    package: None,
                    mode: RelaunchMode::Reopen,
                    choose: None,
                }),
                ..next(Act::Leave { by: LeaveBy::Close })
            },
        );
        self.look();
    }

    fn make(&mut self, function: ApiFunction, args: Vec<String>) -> Answer {
        let answer = self.stage.call(function, &args);
        self.step.push((function, args, answer.clone()));
        answer
    }

    /// Notes what is delivered now.
    fn look(&mut self) {
        if let Some(delivery) = &self.stage.delivered {
            self.activity = Some(delivery.activity.clone());
        }
    }

    fn data(&self) -> BTreeMap<String, String> {
        kept(self.stage.session.data_model())
    }

    /// Writes down the step that is over.
    fn end_step(&mut self, act: Act) {
        self.end_step_with(BTreeMap::new(), next(act));
    }

    fn end_step_with(&mut self, data: BTreeMap<String, String>, then: Next) {
        let calls = std::mem::take(&mut self.step);
        let Some(activity) = self.activity.clone() else {
            return;
        };
        self.played.steps.push(PlayedStep {
            activity,
            calls,
            data,
            then,
        });
    }

    fn finish(mut self) -> Played {
        self.stage.calls_are_over();
        let data = self.data();
        self.played.end_state = end_state(&self.stage, self.activity.as_deref());
        self.end_step_with(data, next(Act::End { leave_with: None }));
        self.played
    }
}

fn next(act: Act) -> Next {
    Next {
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
