//! Archive, file names, encodings, size.

pub(crate) mod manifest_name_case;
pub(crate) mod missing_manifest;
pub(crate) mod names_differ_only_by_case;
pub(crate) mod nested_package_root;
pub(crate) mod operating_system_junk;
