//! Trees and scripts as text, so that a test reads like the standard's examples; and at random.

pub(crate) mod generated;
mod notation;
mod script;

pub(crate) use notation::tree;
pub(crate) use script::play;
