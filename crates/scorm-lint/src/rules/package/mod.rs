//! Archive, file names, encodings, size.

pub(crate) mod archive_over_limits;
pub(crate) mod backslash_in_name;
pub(crate) mod damaged_entry;
pub(crate) mod development_leftovers;
pub(crate) mod duplicate_entry;
pub(crate) mod encoding_mismatch;
pub(crate) mod encrypted_entry;
pub(crate) mod file_too_large;
pub(crate) mod legacy_encoding;
pub(crate) mod long_path;
pub(crate) mod manifest_name_case;
pub(crate) mod missing_manifest;
pub(crate) mod names_differ_only_by_case;
pub(crate) mod nested_archive;
pub(crate) mod nested_package_root;
pub(crate) mod non_ascii_file_name;
pub(crate) mod not_examined;
pub(crate) mod not_scorm;
pub(crate) mod operating_system_junk;
pub(crate) mod package_too_large;
pub(crate) mod problems;
pub(crate) mod settings_in_package;
pub(crate) mod unreadable_archive;
pub(crate) mod unsafe_entry;
pub(crate) mod unsafe_file_name;
