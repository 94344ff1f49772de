//! Limits and habits of certain LMSs.

pub(crate) mod commit_in_short_interval;
pub(crate) mod course_in_new_window;
pub(crate) mod dialog_on_leaving;
pub(crate) mod package_above_limit;
pub(crate) mod refused_file_type;
pub(crate) mod sequencing_not_followed;
pub(crate) mod storage_instead_of_suspend_data;
pub(crate) mod suspend_data_above_limit;
pub(crate) mod synchronous_request;
pub(crate) mod unsupported_version;
