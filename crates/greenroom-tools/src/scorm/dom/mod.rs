//! Tools that act on elements of the content and look at them.

pub(crate) mod click;
pub(crate) mod click_by_text;
pub(crate) mod drag;
pub(crate) mod evaluate;
pub(crate) mod fill;
pub(crate) mod fill_form_batch;
pub(crate) mod find_interactive_elements;
pub(crate) mod hover;
pub(crate) mod query;
pub(crate) mod scroll;
pub(crate) mod wait_for;
