//! Which SCORM a log speaks: by the names of its functions and elements.

use crate::element_name;
use crate::field_log::LoggedCall;

/// What was counted while a log was read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Votes {
    scorm12: usize,
    scorm2004: usize,
}

/// A log that says its version outright is believed.
const SAID: usize = 1_000_000;

impl Votes {
    /// A function was called by its name in SCORM 1.2, or not.
    pub(crate) fn function(&mut self, name: &str) {
        if name.starts_with("LMS") {
            self.scorm12 += 1;
        } else {
            self.scorm2004 += 1;
        }
    }

    /// The log names the version.
    pub(crate) fn said(&mut self, scorm12: bool) {
        if scorm12 {
            self.scorm12 += SAID;
        } else {
            self.scorm2004 += SAID;
        }
    }

    /// SCORM 1.2, if anything tells. Elements tell more than functions: loggers of wrappers give
    /// these one name for both.
    pub(crate) fn decide(mut self, calls: &[LoggedCall]) -> Option<bool> {
        for element in calls.iter().filter_map(LoggedCall::element) {
            match element_name::is_of_scorm12(element) {
                Some(true) => self.scorm12 += 3,
                Some(false) => self.scorm2004 += 3,
                None => {}
            }
        }
        (self.scorm12 + self.scorm2004 > 0).then_some(self.scorm12 >= self.scorm2004)
    }
}
