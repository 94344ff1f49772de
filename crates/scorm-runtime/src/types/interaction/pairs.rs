//! matching and performance: members of two parts with `[.]` between them.

use super::numeric::is_range;
use crate::types::identifier::is_identifier;
use crate::types::{Mismatch, form};

/// Pairs of short identifiers, at least one.
pub(super) fn check_matching(value: &str) -> Result<(), Mismatch> {
    form(
        value.split("[,]").all(|pair| {
            pair.split_once("[.]")
                .is_some_and(|(source, target)| is_identifier(source) && is_identifier(target))
        }),
        "source[.]target pairs with [,] between them",
    )
}

/// Steps of a name and an answer; either may be empty, not both.
pub(super) fn check_performance(value: &str) -> Result<(), Mismatch> {
    form(
        value.split("[,]").all(is_step),
        "name[.]answer steps with [,] between them; an answer is text or min[:]max",
    )
}

fn is_step(step: &str) -> bool {
    let Some((name, answer)) = step.split_once("[.]") else {
        return false;
    };
    if name.is_empty() && answer.is_empty() || answer.contains("[.]") {
        return false;
    }
    let answer_holds = answer
        .split_once("[:]")
        .is_none_or(|(min, max)| is_range(min, max));
    (name.is_empty() || is_identifier(name)) && answer_holds
}
