//! Learning object metadata and where it lies.

pub(crate) mod empty_metadata_element;
pub(crate) mod invalid_metadata_file;
pub(crate) mod located;
pub(crate) mod malformed_metadata_file;
pub(crate) mod metadata_file_not_lom;
pub(crate) mod missing_description;
pub(crate) mod missing_metadata_file;
pub(crate) mod string_without_language;
pub(crate) mod value_outside_lom_vocabulary;
pub(crate) mod wrong_metadata_namespace;
