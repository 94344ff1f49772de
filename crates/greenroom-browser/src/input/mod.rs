//! Real input: events that the browser itself makes, and pages take for a person's.

mod drag;
mod keyboard;
mod keymap;
mod mouse;
mod touch;

pub(crate) use mouse::Button;
