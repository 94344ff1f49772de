//! Navigation by the learner's controls and menu.

pub(crate) mod choice;
pub(crate) mod get_state;
pub(crate) mod moved;
pub(crate) mod next;
pub(crate) mod previous;
