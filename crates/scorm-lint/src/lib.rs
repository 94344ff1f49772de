//! Finds the faults of a SCORM package: rules, findings, fixes, score.
#![warn(missing_docs, clippy::disallowed_methods)]
