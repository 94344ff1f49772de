//! The manifest as a document: XML, namespaces, version, items and their settings.

pub(crate) mod malformed_manifest;
pub(crate) mod wrong_root_element;
