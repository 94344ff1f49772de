//! Real input: events that the browser itself makes, and pages take for a person's.

mod drag;
mod forwarded;
mod keyboard;
mod keymap;
mod mouse;
mod touch;

pub use forwarded::{Input, KeyInput, KeyMove, MouseButton, MouseInput, MouseMove};
pub(crate) use mouse::Button;
