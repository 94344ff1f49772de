//! `multi_choice`: the human chooses some options.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const MULTI_CHOICE: Question = Question("multi_choice");
