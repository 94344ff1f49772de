//! `screenshot_request`: the human shows something.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const SCREENSHOT_REQUEST: Question = Question("screenshot_request");
