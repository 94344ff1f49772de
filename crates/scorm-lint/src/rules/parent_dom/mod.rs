//! Scripts and pages that reach outside their frame, into the page of the LMS.

pub(crate) mod document_domain_set;
pub(crate) mod frame_busting;
pub(crate) mod frame_element_changed;
pub(crate) mod layout_by_viewport;
pub(crate) mod link_leaves_frame;
pub(crate) mod outer;
pub(crate) mod outer_handler_set;
pub(crate) mod outer_location_changed;
pub(crate) mod outer_location_read;
pub(crate) mod outer_variable_used;
pub(crate) mod outer_window_controlled;
pub(crate) mod parent_document_access;
