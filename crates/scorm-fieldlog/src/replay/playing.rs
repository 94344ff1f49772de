//! Plays the calls of a log, launch by launch, and keeps what a rehearsal needs of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use scorm_runtime::ApiFunction;
use scorm_session::rehearsal::format::{Act, Next, Start};
use scorm_session::{Answer, Course, Learner, Options};

use super::answerer::Answerer;
use super::comparison::{self, Answered, Difference};
use super::end_state::{EndState, end_state, kept};
use super::launch_facts::first_answer;
use super::launching::first_launch;
use super::stage::Stage;
use crate::field_log::{FieldLog, LoggedCall};

/// So many differences are kept.
const MOST_DIFFERENCES: usize = 20;

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

pub(super) struct Player<'a> {
    pub(super) log: &'a FieldLog,
    pub(super) stage: Stage,
    pub(super) answerer: &'a mut dyn Answerer,
    /// The calls of the step that goes on.
    pub(super) step: Vec<(ApiFunction, Vec<String>, Answer)>,
    pub(super) played: Played,
    /// The activity that was delivered last.
    pub(super) activity: Option<String>,
    /// The last `adl.nav.request` of the content.
    pub(super) last_request: Option<String>,
}

impl Player<'_> {
    pub(super) fn scorm12(&self) -> bool {
        self.stage.session.course().version.is_scorm12()
    }

    pub(super) fn note(&mut self, note: String) {
        self.played.notes.push(note);
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

    pub(super) fn make(&mut self, function: ApiFunction, args: Vec<String>) -> Answer {
        let answer = self.stage.call(function, &args);
        self.step.push((function, args, answer.clone()));
        answer
    }

    /// Notes what is delivered now.
    pub(super) fn look(&mut self) {
        if let Some(delivery) = &self.stage.delivered {
            self.activity = Some(delivery.activity.clone());
        }
    }

    pub(super) fn data(&self) -> BTreeMap<String, String> {
        kept(self.stage.session.data_model())
    }

    /// Writes down the step that is over.
    pub(super) fn end_step(&mut self, act: Act) {
        self.end_step_with(BTreeMap::new(), Next::new(act));
    }

    pub(super) fn end_step_with(&mut self, data: BTreeMap<String, String>, then: Next) {
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
        self.end_step_with(data, Next::new(Act::End { leave_with: None }));
        self.played
    }
}
