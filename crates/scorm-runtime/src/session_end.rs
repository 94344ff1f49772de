//! The end of a session: total time, and the lesson status of SCORM 1.2.

use crate::api::{Api, State};
use crate::model::{Address, Slot};
use crate::set::Replaced;
use crate::types::cmi_time::Timespan;
use crate::types::real::Decimal;
use crate::types::time_interval::TimeInterval;
use crate::vocabulary::LessonStatus;

impl Api {
    /// Ends the session as Terminate does, for a SCO that was taken away without it.
    ///
    /// Adds the session time to the total time and settles the lesson status of SCORM 1.2. A
    /// session ends once: afterwards, or before Initialize, nothing is added.
    pub fn end_session(&mut self) {
        let running = self.state == State::Running;
        self.state = State::Terminated;
        if !running {
            return;
        }
        // What the last call changed has been told with it.
        self.replaced.clear();
        if self.model.version.is_scorm12() {
            self.add_timespan();
            self.settle_lesson_status();
        } else {
            self.add_time_interval();
        }
    }

    fn add_time_interval(&mut self) {
        let interval = |name| self.model.scalar(name).and_then(TimeInterval::parse);
        let (Some(total), Some(session)) =
            (interval("cmi.total_time"), interval("cmi.session_time"))
        else {
            return;
        };
        self.settle("cmi.total_time", total.plus(session).to_string());
    }

    fn add_timespan(&mut self) {
        let span = |name| self.model.scalar(name).and_then(Timespan::parse_tolerant);
        let (Some(total), Some(session)) =
            (span("cmi.core.total_time"), span("cmi.core.session_time"))
        else {
            return;
        };
        self.settle("cmi.core.total_time", total.plus(session).to_string());
    }

    /// `cmi.core.lesson_status` of SCORM 1.2 as the end of the session leaves it.
    pub fn lesson_status_at_end(&self) -> LessonStatus {
        let stored = self.lesson_status().evaluated;
        self.settled_lesson_status()
            .and_then(LessonStatus::parse)
            .unwrap_or(stored)
    }

    fn settle_lesson_status(&mut self) {
        if let Some(settled) = self.settled_lesson_status()
            && self.model.scalar("cmi.core.lesson_status") != Some(settled)
        {
            self.settle("cmi.core.lesson_status", settled.to_owned());
        }
    }

    /// Mastery score and missing status, in the order of the 1.2 book. The rule runs at the end
    /// only, and what the SCO calls `incomplete` stays so.
    fn settled_lesson_status(&self) -> Option<&'static str> {
        let scalar = |name| self.model.scalar(name).unwrap_or_default();
        let status = scalar("cmi.core.lesson_status");
        let mastery = Decimal::parse_cmi(scalar("cmi.student_data.mastery_score"));
        let raw = Decimal::parse_cmi(scalar("cmi.core.score.raw"));
        if status == "not attempted" && scalar("cmi.core.lesson_mode") == "browse" {
            return Some("browsed");
        }
        if scalar("cmi.core.credit") == "no-credit"
            || status == "incomplete"
            || self.is_suspended_by_lms()
        {
            return None;
        }
        match (mastery, raw) {
            (Some(mastery), Some(raw)) if raw >= mastery => Some("passed"),
            (Some(_), Some(_)) => Some("failed"),
            _ => (status == "not attempted").then_some("completed"),
        }
    }

    /// Ends the session with exit `suspend`, unless the SCO itself has said how it ends.
    ///
    /// The LMS interrupts a SCO that had not finished, so its lesson status stays what it is.
    pub fn suspend_by_lms(&mut self) {
        self.replaced.clear();
        let exit = self.exit_element();
        if !self.model.scalar_by_sco(exit) {
            self.settle(exit, "suspend".to_owned());
        }
    }

    fn is_suspended_by_lms(&self) -> bool {
        let exit = self.exit_element();
        self.model.scalar(exit) == Some("suspend") && !self.model.scalar_by_sco(exit)
    }

    fn exit_element(&self) -> &'static str {
        if self.model.version.is_scorm12() {
            "cmi.core.exit"
        } else {
            "cmi.exit"
        }
    }

    /// Sets a field of the root record for the LMS. Whether the SCO had set it stays known.
    fn settle(&mut self, name: &str, value: String) {
        let slot = self.model.spec().slot(name);
        let address = Address::default().with_slot(slot);
        if let Some(Slot { text, .. }) = self.model.root.slots.get_mut(slot) {
            let previous = text.replace(value);
            self.replaced.push(Replaced { address, previous });
        }
    }
}
