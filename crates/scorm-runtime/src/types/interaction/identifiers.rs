//! choice, sequencing and likert: members that are short identifiers.

use std::collections::BTreeSet;

use crate::types::identifier::is_identifier;
use crate::types::{Mismatch, form};

/// A set of identifiers, perhaps none.
pub(super) fn check_choice(value: &str) -> Result<(), Mismatch> {
    let mut seen = BTreeSet::new();
    form(
        value.is_empty()
            || value
                .split("[,]")
                .all(|member| is_identifier(member) && seen.insert(member)),
        "different short identifiers with [,] between them, or the empty string",
    )
}

/// Identifiers in order, at least one; a member may come again.
pub(super) fn check_sequencing(value: &str) -> Result<(), Mismatch> {
    form(
        value.split("[,]").all(is_identifier),
        "short identifiers with [,] between them, at least one",
    )
}

/// One identifier.
pub(super) fn check_likert(value: &str) -> Result<(), Mismatch> {
    form(is_identifier(value), "one short identifier")
}
