//! Moving on, leaving and coming back, as a recording notes it.

use scorm_session::rehearsal::format::{
    Act, LeaveBy, Next, PageAct, RelaunchMode, SessionAfter, TrackingWanted,
};
use serde::Deserialize;
use serde_json::Value;

use super::parts::{relaunch, step};
use super::scribe::{Pending, Scribe};

impl Scribe {
    pub(super) fn refused(&mut self, seq: u64, payload: &Value) {
        let Some((request, target)) = self.asked.take() else {
            return;
        };
        if seq < self.about.from_seq {
            return;
        }
        let exception = payload["exception"].as_str().unwrap_or_default();
        self.push(PageAct::Navigate {
            request,
            target,
            refused: Some(format!("{exception}: *")),
        });
    }

    /// A request was carried out: the step ends, and maybe another begins.
    pub(super) fn moved(&mut self, payload: &Value) {
        let session_after = match payload["to"]["outcome"].as_str() {
            Some("delivered") => SessionAfter::Active,
            Some("suspended") => SessionAfter::Suspended,
            Some("ended") => SessionAfter::Ended,
            _ => SessionAfter::ActiveNoContent,
        };
        let asked = self.asked.take();
        let again = match payload["request"].as_str() {
            Some("resumeAll") => Some(RelaunchMode::Resume),
            Some("start") => Some(RelaunchMode::Start),
            _ => None,
        };
        if let (Some(mode), None, None) = (again, &asked, self.closing)
            && self.open.is_some()
        {
            // A tool has begun the session again under the course's feet.
            self.state();
            let by = LeaveBy::Close;
            self.end_step(Act::Leave { by }, None);
            if let Some(last) = self.steps.last_mut() {
                last.then.relaunch = Some(relaunch(mode));
            }
        } else if self.open.is_some() {
            let act = match (asked, self.closing) {
                (Some((action, target)), _) => Act::Ui { action, target },
                (None, Some(by)) => Act::Leave { by },
                (None, None) => Act::Leave {
                    by: LeaveBy::Content,
                },
            };
            self.end_step(act, Some(session_after));
        } else if let Some(last) = self.steps.last_mut()
            && session_after == SessionAfter::Active
            && last.then.relaunch.is_none()
            && !self.closed
        {
            last.then.relaunch = Some(relaunch(again.unwrap_or(RelaunchMode::Start)));
        }
        if let Some(activity) = payload["to"]["activity"].as_str() {
            self.open = Some(step(activity));
            self.ids.clear();
            self.headings.clear();
        }
    }

    /// What comes now belongs to leaving.
    pub(super) fn begin_leaving(&mut self, by: LeaveBy) {
        if self.closing.is_none() {
            // A course that leaves by itself has made its last calls because of the act.
            if by != LeaveBy::Content {
                self.state();
            }
            self.closing = Some(by);
        }
    }

    /// Ends the step. The content is gone, so of what followed the last act only calls remain.
    fn end_step(&mut self, act: Act, session_after: Option<SessionAfter>) {
        let Some(mut step) = self.open.take() else {
            return;
        };
        let pending = std::mem::take(&mut self.pending);
        let by_learner = matches!(act, Act::Ui { .. });
        step.then = Next {
            session_after,
            calls: pending.calls,
            ..Next::new(act)
        };
        self.steps.push(step);
        self.led_away = self.acting && !by_learner;
    }

    pub(super) fn is_closed(&mut self, payload: &Value) {
        let by = self.closing.take().unwrap_or(LeaveBy::Close);
        if self.open.is_some() {
            self.end_step(Act::Leave { by }, None);
        } else if let Some(last) = self.steps.last_mut() {
            last.then.calls.append(&mut self.pending.calls);
        }
        self.pending = Pending::default();
        self.closed = true;
        self.root = TrackingWanted::deserialize(&payload["root"]).ok();
    }

    pub(super) fn is_opened(&mut self, seq: u64, payload: &Value) {
        self.closing = None;
        let resumed = payload["resumed"].as_bool().unwrap_or_default();
        if std::mem::take(&mut self.closed) {
            if let Some(last) = self.steps.last_mut() {
                last.then.relaunch = Some(relaunch(if resumed {
                    RelaunchMode::Resume
                } else {
                    RelaunchMode::Start
                }));
            }
        } else if resumed && self.steps.is_empty() {
            let why = "the session that saved it is not there any more";
            self.leave_out(seq, "the saved state that the course was resumed from", why);
        }
    }
}
