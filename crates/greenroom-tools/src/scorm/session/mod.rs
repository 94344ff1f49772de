//! Sessions: the containers of packages.

pub(crate) mod close;
pub(crate) mod course;
pub(crate) mod events;
pub(crate) mod list;
pub(crate) mod open;
pub(crate) mod status;
#[cfg(test)]
mod testing;
