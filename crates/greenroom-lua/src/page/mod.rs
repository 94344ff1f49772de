//! The pages of a session: their variables, and what they have been sent.

mod connection;
mod detect;
mod inspect;
mod messages;
mod moved;
mod resolve;
mod unknown_field;
mod variable;
mod wire;
mod writes;

pub use inspect::VariableRow;

pub(crate) use connection::Connection;
pub(crate) use detect::detect;
pub(crate) use resolve::read_raw;
