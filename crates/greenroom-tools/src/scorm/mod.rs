//! Tools on courses.

pub(crate) mod api_call;
pub(crate) mod close_course;
pub(crate) mod compare_data_model_snapshots;
pub(crate) mod course_status;
pub(crate) mod dom;
pub(crate) mod echo;
pub(crate) mod get_console_errors;
pub(crate) mod get_network_requests;
pub(crate) mod keyboard_type;
pub(crate) mod open_course;
pub(crate) mod runtime;
pub(crate) mod session;
