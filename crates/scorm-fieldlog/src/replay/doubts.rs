//! What is not certain about a log, in words.

use scorm_runtime::ApiFunction;

use super::playing::Player;
use crate::field_log::LoggedCall;

impl Player<'_> {
    /// Some LMSs list the newest call first. What was meant is not guessed.
    pub(super) fn tell_if_turned_around(&mut self) {
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
    pub(super) fn tell_uncertain_values(&mut self) {
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
}
