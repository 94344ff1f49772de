//! SCORM 2004 sequencing: activity tree, tracking, the processes of the SN book.
#![warn(missing_docs, clippy::disallowed_methods)]
