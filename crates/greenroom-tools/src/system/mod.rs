//! Tools on Greenroom itself.

pub(crate) mod health;
