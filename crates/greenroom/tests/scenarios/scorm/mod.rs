//! The `scorm_*` tools: the module of a test follows from the name of its tool.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod api_call;
mod assessment_interaction_trace;
mod attempt_initialize;
mod attempt_terminate;
mod audit_accessibility;
mod automation;
mod capture_screenshot;
mod clear_saved_data;
mod close_course;
mod compare_data_model_snapshots;
mod course_status;
mod data_model_get;
mod debug_api_calls;
mod dom;
mod echo;
mod engagement;
mod explore_course;
mod get_console_errors;
mod get_current_page_context;
mod get_data_model_history;
mod get_network_requests;
mod get_page_state;
mod get_slide_map;
mod keyboard_type;
mod lint;
mod nav;
mod navigate_to_slide;
mod open_course;
mod rehearse;
mod reload_course;
mod replay_api_calls;
mod report;
mod runtime;
mod session;
mod set_viewport_size;
mod sn;
mod take_screenshot;
mod test_api_integration;
mod test_navigation_flow;
mod trace_sequencing;
mod validate_compliance;
mod validate_data_model_state;
mod validate_workspace;
mod wait_for_api_call;
