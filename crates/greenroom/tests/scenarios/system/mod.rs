//! The `system_*` tools: the module of a test follows from the name of its tool.

mod get_logs;
mod health;
mod set_log_level;
