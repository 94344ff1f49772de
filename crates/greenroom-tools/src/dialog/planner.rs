//! `planner`: the human decides between options.

use super::question::Question;

/// Declared in `greenroom-dialog`.
pub(crate) const PLANNER: Question = Question("planner");
