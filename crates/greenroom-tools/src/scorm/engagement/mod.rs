//! Tools on what a slide of a template course requires of the learner.

pub(crate) mod get_progress;
pub(crate) mod get_state;
pub(crate) mod mark_tab_viewed;
pub(crate) mod reset;
pub(crate) mod set_scroll_depth;
