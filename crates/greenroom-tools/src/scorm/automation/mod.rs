//! Tools on `window.SCORMAutomation` of template courses.

pub(crate) mod check_answer;
pub(crate) mod check_availability;
pub(crate) mod check_slide_answers;
pub(crate) mod clear_trace;
pub(crate) mod get_audio_state;
pub(crate) mod get_correct_response;
pub(crate) mod get_course_structure;
pub(crate) mod get_current_slide;
pub(crate) mod get_element_details;
pub(crate) mod get_interaction_metadata;
pub(crate) mod get_last_evaluation;
pub(crate) mod get_layout_flow;
pub(crate) mod get_layout_tree;
pub(crate) mod get_page_layout;
pub(crate) mod get_response;
pub(crate) mod get_trace;
pub(crate) mod get_version;
pub(crate) mod go_to_slide;
pub(crate) mod is_audio_completed_for_context;
pub(crate) mod list_interactions;
pub(crate) mod set_response;
pub(crate) mod simulate_audio_complete;
pub(crate) mod validate_page_layout;
