//! Tools on Greenroom itself.

pub(crate) mod get_logs;
pub(crate) mod health;
pub(crate) mod set_log_level;
