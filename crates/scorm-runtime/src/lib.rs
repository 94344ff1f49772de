//! One SCO's API: data-model element tables, types, API state machine, API errors.
#![warn(missing_docs, clippy::disallowed_methods)]
