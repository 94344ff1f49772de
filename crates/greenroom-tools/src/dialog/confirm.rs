//! `confirm`: the human says yes or no.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const CONFIRM: Question = Question("confirm");
