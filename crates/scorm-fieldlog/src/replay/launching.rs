//! Where the launches of a log begin: the session before it, the SCO, the next launch.

use std::sync::Arc;

use scorm_runtime::{ApiFunction, State as ApiState};
use scorm_session::rehearsal::format::{
    Act, LeaveBy, Next, Relaunch, RelaunchMode, Start, UiAction,
};
use scorm_session::{Course, Launch as LaunchBy, Learner, LearnerRequest, Options, ScormType};

use super::earlier_session::earlier_session;
use super::playing::Player;
use super::stage::Stage;
use crate::field_log::{FieldLog, LoggedCall};

/// So many activities without a SCO are passed on the way to the first.
const MOST_PASSED: usize = 50;
/// Errors of a call outside Initialize and Terminate.
const OUTSIDE: [u16; 9] = [301, 112, 113, 122, 123, 132, 133, 142, 143];

/// Opens the course, at the activity that the log names first.
pub(super) fn first_launch(
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

impl Player<'_> {
    /// Passes what comes before the first SCO.
    pub(super) fn reach_sco(&mut self) {
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
    pub(super) fn set_before(&mut self) {
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
    pub(super) fn begin_in_the_middle(&mut self) {
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

    /// An Initialize that cannot belong to the launch before it belongs to a new one.
    pub(super) fn launch_again_if_needed(&mut self, index: usize, call: &LoggedCall) {
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
    pub(super) fn follow_the_log(&mut self, index: usize) {
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

    pub(super) fn reopen(&mut self) {
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
                ..Next::new(Act::Leave { by: LeaveBy::Close })
            },
        );
        self.look();
    }
}
