//! Tools on courses.

pub(crate) mod compare_data_model_snapshots;
pub(crate) mod echo;
