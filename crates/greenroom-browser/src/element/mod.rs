//! Elements of pages: found by selector through frames, shadow roots and popups, and acted on
//! like a person would.

mod act;
mod aim;
mod drag;
mod fill;
mod focus_look;
mod handle;
mod listeners;
mod locator;
mod reason;
mod selector;
mod toolkit;

pub use act::{ClickKind, Done};
pub use drag::Dragged;
pub use fill::Value as FillValue;
pub(crate) use handle::Point;
pub use handle::{Element, ElementInfo, Rect};
pub use locator::Locator;
pub use reason::Reason;
