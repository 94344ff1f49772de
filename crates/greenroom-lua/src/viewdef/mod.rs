//! View definitions: HTML templates, each for one type and namespace, the same for all sessions.

mod check;
mod key;
mod known;
mod store;

pub use check::{InvalidViewdef, Warning, check};
pub use key::{InvalidKey, ViewdefKey};
pub use store::{Source, StoredViewdef, ViewdefChange, ViewdefStore};
