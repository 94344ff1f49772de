//! The debug log of SCORM Cloud and SCORM Engine:
//! `[16:51:38.967] SetValue('cmi.location', '3') returned 'true' in 0 seconds`.
//!
//! It is copied as text, saved as HTML, or wrapped into XML; by then the lines are the same.

use super::Said;
use super::call_text;
use crate::field_log::LoggedCall;

pub(super) fn read(line: &str, _open: Option<&LoggedCall>) -> Option<Vec<Said>> {
    if !line.contains(" second") {
        return None;
    }
    let found = call_text::calls(line);
    let all_timed = !found.is_empty() && found.iter().all(|call| call.timed);
    let said = found.into_iter().map(|call| Said::Call(call.heard));
    all_timed.then(|| said.collect())
}
