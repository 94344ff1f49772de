//! fill-in and long-fill-in: localized strings, patterns with delimiters in front.

use crate::types::{Mismatch, localized_string};

const CASE: &str = "{case_matters=";
const ORDER: &str = "{order_matters=";

/// Localized strings with `[,]` between them.
pub(super) fn check_members(value: &str) -> Result<(), Mismatch> {
    value.split("[,]").try_for_each(localized_string::check)
}

/// `{case_matters=…}` and `{order_matters=…}` in any order, then localized strings.
pub(super) fn check_pattern(value: &str) -> Result<(), Mismatch> {
    let mut rest = value;
    while let Some(after) = match take(rest, CASE)? {
        Some(after) => Some(after),
        None => take(rest, ORDER)?,
    } {
        rest = after;
    }
    check_members(rest)
}

/// `{case_matters=…}` and `{lang=…}` in any order, then text.
pub(super) fn check_long_pattern(value: &str) -> Result<(), Mismatch> {
    let mut rest = value;
    loop {
        if let Some(after) = take(rest, CASE)? {
            rest = after;
            continue;
        }
        localized_string::check(rest)?;
        match localized_string::split(rest) {
            Some((_, after)) => rest = after,
            None => return Ok(()),
        }
    }
}

/// What follows `{order_matters=…}`, if it stands in front.
pub(super) fn without_order(value: &str) -> Result<&str, Mismatch> {
    Ok(take(value, ORDER)?.unwrap_or(value))
}

/// Takes a delimiter with `true` or `false` off the front; another word is a mismatch.
fn take<'a>(value: &'a str, delimiter: &str) -> Result<Option<&'a str>, Mismatch> {
    let Some((word, rest)) = value
        .strip_prefix(delimiter)
        .and_then(|rest| rest.split_once('}'))
    else {
        return Ok(None);
    };
    match word {
        "true" | "false" => Ok(Some(rest)),
        _ => Err(Mismatch::Form(
            "true or false in {case_matters=...} and {order_matters=...}".into(),
        )),
    }
}
