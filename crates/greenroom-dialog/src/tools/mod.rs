//! The declarations of the six dialog tools, one file each.

mod confirm;
mod multi_choice;
pub(crate) mod options;
pub(crate) mod planner;
mod schemas;
mod screenshot_request;
mod single_choice;
mod text_input;

use crate::declaration::DialogTool;

/// Characters of `decision_context`.
const CONTEXT_LIMIT: u32 = 5_000;
/// Characters of any other text of an asker.
const TEXT_LIMIT: u32 = 200_000;

pub(crate) fn all() -> [DialogTool; 6] {
    [
        confirm::declaration(),
        multi_choice::declaration(),
        planner::declaration(),
        screenshot_request::declaration(),
        single_choice::declaration(),
        text_input::declaration(),
    ]
}
