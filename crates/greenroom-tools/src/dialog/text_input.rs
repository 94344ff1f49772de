//! `text_input`: the human writes a text.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const TEXT_INPUT: Question = Question("text_input");
