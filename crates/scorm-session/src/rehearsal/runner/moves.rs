//! Moving on from one delivery to the next: by the learner's controls, by leaving and coming back.

use super::{Outcome, Run, leaves};
use crate::event::{Launch, LearnerRequest};
use crate::rehearsal::compare::fits;
use crate::rehearsal::format::{Act, Call, Next, Relaunch, RelaunchMode, UiAction};
use crate::rehearsal::theatre::{Requested, Theatre, UnloadCall};

impl<T: Theatre> Run<'_, T> {
    /// What happens after the calls of a step.
    pub(super) fn move_on(&mut self, then: &Next) -> Outcome {
        if leaves(then) {
            self.check_final_state()?;
        }
        let request = match &then.act {
            Act::NavRequest { .. } | Act::ExitValue { .. } => None,
            Act::Leave { by } => {
                let left = self.theatre.leave_by(*by);
                let what = format!("leaving by {by:?}");
                if let Some(learner) = self.in_order(&what, left)? {
                    self.learner = learner;
                }
                self.act_before = Some(what);
                None
            }
            Act::Ui { action, target } => Some(learner_request(*action, target.as_deref())),
            Act::End { leave_with } => leave_with.map(|action| learner_request(action, None)),
        };
        if let Some(request) = request {
            self.request(request, &then.on_unload, then.refused.as_deref())?;
        }
        self.check_forbidden()?;
        if let Some(expected) = then.session_after {
            self.check_session(expected)?;
        }
        self.check_tracking(&then.tracking)?;
        self.check_calls_while_leaving(&then.calls)?;
        self.check_faults()
    }

    pub(in crate::rehearsal) fn request(
        &mut self,
        request: LearnerRequest,
        on_unload: &[Call],
        refused: Option<&str>,
    ) -> Outcome {
        let shown = format!("{request:?} by the learner");
        let mut calls: Vec<UnloadCall> = Vec::new();
        for call in on_unload {
            calls.push((self.function_of(call)?, call.args.clone()));
        }
        let requested = self.theatre.request(request, &calls);
        let requested = self.in_order(&shown, requested)?;
        let before = self.act_before.replace(shown.clone());
        match (requested, refused) {
            (Requested::Refused { exception, message }, wanted) => {
                let why = format!("{exception}: {message}");
                match wanted {
                    Some(pattern) if fits(pattern, &why) => Ok(()),
                    Some(pattern) => self.fail(&shown, &format!("refused with {pattern}"), &why),
                    None => {
                        self.act_before = before;
                        self.fail(&shown, "accepted", &why)
                    }
                }
            }
            (Requested::CarriedOut(_), Some(pattern)) => {
                let delivered = self.theatre.standing().delivered;
                let now = delivered.map_or("nothing".to_owned(), |it| it.activity);
                let got = format!("carried out, {now} is delivered");
                self.fail(&shown, &format!("refused with {pattern}"), &got)
            }
            (Requested::CarriedOut(answers), None) => {
                self.report.calls += on_unload.len();
                let made = answers.len().to_string();
                self.expect("calls while unloading", &on_unload.len().to_string(), &made)?;
                for (call, answer) in on_unload.iter().zip(&answers) {
                    self.compare(call, &call.args, answer)?;
                }
                Ok(())
            }
        }
    }

    pub(super) fn relaunch(&mut self, relaunch: &Relaunch) -> Outcome {
        let launch = match (relaunch.mode, &relaunch.choose) {
            (RelaunchMode::Reopen, _) => Launch::Auto,
            (RelaunchMode::Resume, _) => Launch::Resume { fresh_data: false },
            (RelaunchMode::Start, None) => Launch::Start,
            (RelaunchMode::Start, Some(target)) => Launch::Choice {
                target: target.clone(),
            },
        };
        self.launch(relaunch.package.as_deref(), launch)
    }

    pub(super) fn launch(&mut self, package: Option<&str>, launch: Launch) -> Outcome {
        self.leave()?;
        let Some(course) = self.case.course(package) else {
            return self.fail(
                "package",
                package.unwrap_or_default(),
                "not among the manifests",
            );
        };
        self.made.clear();
        self.learner_id.clone_from(&self.learner.id);
        let learner = std::mem::take(&mut self.learner);
        let launched = self.theatre.launch(course, learner, launch);
        self.in_order("launch", launched)?;
        self.check_forbidden()
    }

    pub(super) fn leave(&mut self) -> Outcome {
        let left = self.theatre.leave();
        if let Some(learner) = self.in_order("closing the course", left)? {
            self.learner = learner;
        }
        Ok(())
    }
}

pub(in crate::rehearsal) fn learner_request(
    action: UiAction,
    target: Option<&str>,
) -> LearnerRequest {
    match action {
        UiAction::Continue => LearnerRequest::Continue,
        UiAction::Previous => LearnerRequest::Previous,
        UiAction::Choice => LearnerRequest::Choice {
            target: target.unwrap_or_default().to_owned(),
        },
        UiAction::Jump => LearnerRequest::Jump {
            target: target.unwrap_or_default().to_owned(),
        },
        UiAction::Exit => LearnerRequest::Exit,
        UiAction::ExitAll => LearnerRequest::ExitAll,
        UiAction::Abandon => LearnerRequest::Abandon,
        UiAction::AbandonAll => LearnerRequest::AbandonAll,
        UiAction::SuspendAll => LearnerRequest::SuspendAll,
    }
}
