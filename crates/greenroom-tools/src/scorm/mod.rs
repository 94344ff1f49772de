//! Tools on courses.

pub(crate) mod api_call;
pub(crate) mod attempt_initialize;
pub(crate) mod attempt_terminate;
pub(crate) mod automation;
pub(crate) mod clear_saved_data;
pub(crate) mod close_course;
pub(crate) mod compare_data_model_snapshots;
pub(crate) mod course_status;
pub(crate) mod data_model_get;
pub(crate) mod dom;
pub(crate) mod echo;
pub(crate) mod engagement;
pub(crate) mod get_console_errors;
pub(crate) mod get_data_model_history;
pub(crate) mod get_network_requests;
pub(crate) mod keyboard_type;
pub(crate) mod nav;
pub(crate) mod open_course;
pub(crate) mod rehearse;
pub(crate) mod reload_course;
pub(crate) mod replay_api_calls;
pub(crate) mod runtime;
pub(crate) mod session;
pub(crate) mod sn;
pub(crate) mod validate_data_model_state;
pub(crate) mod wait_for_api_call;
