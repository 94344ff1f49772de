//! The page of a session: open, status, close.

pub(crate) mod close;
pub(crate) mod open;
pub(crate) mod report;
pub(crate) mod status;
