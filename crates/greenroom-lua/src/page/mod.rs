//! The pages of a session: their variables, and what they have been sent.

mod connection;
mod detect;
mod inspect;
mod messages;
mod resolve;
mod variable;
mod wire;

pub use inspect::VariableRow;

pub(crate) use connection::Connection;
pub(crate) use detect::detect;
pub(crate) use resolve::read_raw;
