//! numeric: a real number as response, a range as pattern.

use crate::types::real::Decimal;
use crate::types::{Mismatch, form};

pub(super) fn check_response(value: &str) -> Result<(), Mismatch> {
    form(Decimal::parse(value).is_some(), "a decimal number")
}

pub(super) fn check_pattern(value: &str) -> Result<(), Mismatch> {
    form(
        value
            .split_once("[:]")
            .is_some_and(|(min, max)| is_range(min, max)),
        "min[:]max with min not above max; each side may be empty",
    )
}

/// Whether both bounds are numbers or empty, in order.
pub(super) fn is_range(min: &str, max: &str) -> bool {
    let bound = |text| Decimal::parse(text);
    match (bound(min), bound(max)) {
        (Some(min), Some(max)) => min <= max,
        (None, Some(_)) => min.is_empty(),
        (Some(_), None) => max.is_empty(),
        (None, None) => min.is_empty() && max.is_empty(),
    }
}
