//! What happens around a session: at its begin, while it runs, and at Finish.

use super::emulation::Emulation;
use super::name::Name;
use crate::profile::Version;
use crate::profile::dialect::{FinishRule, TimeSum};
use crate::time;
use crate::value::{JsValue, parse_float};

const STATUS_12: &str = "cmi.core.lesson_status";

impl Emulation {
    /// Initialize worked.
    pub(super) fn begin_session(&mut self) {
        for element in self.dialect.sending.first_with {
            self.saving.forget(element);
        }
        // An LMS that opens a session again after Finish has left its entry behind.
        if self.dialect.entry_once && self.saving_began() {
            let entry = match self.version {
                Version::Scorm12 => "cmi.core.entry",
                Version::Scorm2004 => "cmi.entry",
            };
            let exit = match self.version {
                Version::Scorm12 => "cmi.core.exit",
                Version::Scorm2004 => "cmi.exit",
            };
            let suspended = self.store.text(exit).as_deref() == Some("suspend");
            let word = if suspended { "resume" } else { "" };
            self.store.set(entry, word.into());
        }
    }

    fn saving_began(&mut self) -> bool {
        std::mem::replace(&mut self.began, true)
    }

    /// A value was kept.
    pub(super) fn after_put(&mut self, name: &Name) {
        let Some(sum) = self.dialect.time_at_set else {
            return;
        };
        if name.row == self.version.session_time_element() {
            let given = self.given.get(self.version.total_time_element());
            let total = given.map(JsValue::to_text).unwrap_or_default();
            let session = self.store.text(&name.text).unwrap_or_default();
            self.total = Some(added(sum, &total, &session));
        }
    }

    /// Finish: the rules of the dialect, in order.
    pub(super) fn settle(&mut self) {
        for rule in self.dialect.finish {
            match rule {
                FinishRule::CompletedIfNotAttempted => {
                    if self.is_not_attempted() {
                        self.status("completed");
                    }
                }
                FinishRule::CompletedIfNeverSet => {
                    if !self.status_set && self.is_not_attempted() {
                        self.status("completed");
                    }
                }
                FinishRule::BrowsedInBrowse => {
                    let browse =
                        self.store.text("cmi.core.lesson_mode").as_deref() == Some("browse");
                    if browse && self.is_not_attempted() {
                        self.status("browsed");
                    }
                }
                FinishRule::MasteryOverridesAll => {
                    let normal =
                        self.store.text("cmi.core.lesson_mode").as_deref() == Some("normal");
                    let credit = self.store.text("cmi.core.credit").as_deref() == Some("credit");
                    if normal && credit {
                        self.apply_mastery();
                    }
                }
                FinishRule::MasteryIfCompleted => {
                    if self.store.text(STATUS_12).as_deref() == Some("completed") {
                        self.apply_mastery();
                    }
                }
                FinishRule::ThresholdDecides => self.apply_threshold(),
                FinishRule::AddsTime(sum) => self.add_time(*sum),
            }
        }
    }

    fn is_not_attempted(&self) -> bool {
        let status = self.store.text(STATUS_12).unwrap_or_default();
        matches!(status.as_str(), "" | "not attempted")
    }

    fn status(&mut self, word: &str) {
        self.store.set(STATUS_12, word.into());
        self.saving.touched(STATUS_12);
    }

    fn apply_mastery(&mut self) {
        let number = |element: &str| {
            let number = parse_float(&self.store.text(element)?);
            (!number.is_nan()).then_some(number)
        };
        let mastery = number("cmi.student_data.mastery_score");
        let score = number("cmi.core.score.raw");
        if let (Some(mastery), Some(score)) = (mastery, score) {
            self.status(if score >= mastery { "passed" } else { "failed" });
        }
    }

    fn apply_threshold(&mut self) {
        let number = |element: &str| {
            let number = parse_float(&self.store.text(element)?);
            (!number.is_nan()).then_some(number)
        };
        let threshold = number("cmi.completion_threshold");
        let progress = number("cmi.progress_measure");
        if let (Some(threshold), Some(progress)) = (threshold, progress) {
            let word = if progress >= threshold {
                "completed"
            } else {
                "incomplete"
            };
            self.store.set("cmi.completion_status", word.into());
            self.saving.touched("cmi.completion_status");
        }
    }

    fn add_time(&mut self, sum: TimeSum) {
        let total = self
            .store
            .text(self.version.total_time_element())
            .unwrap_or_default();
        let session = self
            .store
            .text(self.version.session_time_element())
            .unwrap_or_default();
        let sum = added(sum, &total, &session);
        self.store
            .set(self.version.total_time_element(), JsValue::Text(sum));
    }
}

fn added(sum: TimeSum, total: &str, session: &str) -> String {
    match sum {
        TimeSum::ClockHundredths => time::add_clock(total, session, true),
        TimeSum::Clock => time::add_clock(total, session, false),
        TimeSum::IsoDaysReplace => time::add_iso_days_replace(total, session),
        TimeSum::Iso => time::add_iso(total, session),
    }
}
