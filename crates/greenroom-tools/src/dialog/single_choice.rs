//! `single_choice`: the human chooses one option.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const SINGLE_CHOICE: Question = Question("single_choice");
