//! Reads a SCORM package: file table, XML with places, manifest model.
#![warn(missing_docs, clippy::disallowed_methods)]
