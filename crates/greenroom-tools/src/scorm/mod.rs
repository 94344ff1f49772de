//! Tools on courses.

pub(crate) mod compare_data_model_snapshots;
pub(crate) mod course_status;
pub(crate) mod echo;
pub(crate) mod session;
