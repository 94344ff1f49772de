//! Comparing an answer with what a rehearsal expects, one function per kind of value.
//!
//! The kinds follow ADL's evaluator: an LMS may return a value in another, equivalent form.

mod interaction;
mod pattern;
mod time;
mod wanted;

pub use self::pattern::fits;
pub use self::wanted::{holds, values_of};

use self::interaction::interactions_equal;
use self::time::{durations_equal, same_instant};
use super::format::{Call, CompareKind};

/// Whether `actual` is an acceptable form of what `call` expects.
///
/// Only the return value is looked at; `strict_result`, where given, must hold exactly.
pub fn result_matches(call: &Call, actual: &str, learner_id: &str) -> bool {
    if call
        .strict_result
        .as_deref()
        .is_some_and(|strict| strict != actual)
    {
        return false;
    }
    match call.compare {
        CompareKind::Any | CompareKind::IdSet => return true,
        CompareKind::LearnerId => return actual == learner_id,
        CompareKind::LengthLt => {
            return call
                .length
                .is_none_or(|length| actual.chars().count() < length);
        }
        CompareKind::RequestValid => return call.accept.iter().any(|value| value == actual),
        _ => {}
    }
    let Some(expected) = call.expect_result.as_deref() else {
        return true;
    };
    if actual == expected {
        return true;
    }
    match call.compare {
        CompareKind::Set => sorted(tokens(expected)) == sorted(tokens(actual)),
        CompareKind::Real | CompareKind::Result => reals_equal(expected, actual),
        CompareKind::Duration => durations_equal(expected, actual),
        CompareKind::Datetime => same_instant(expected, actual),
        CompareKind::String | CompareKind::Uri => is_cut(expected, actual, call.spm),
        CompareKind::Langstring => langstrings_equal(expected, actual, call.spm, true),
        CompareKind::Language => expected.eq_ignore_ascii_case(actual),
        CompareKind::Interaction => interactions_equal(call, expected, actual),
        CompareKind::Exact
        | CompareKind::Any
        | CompareKind::LearnerId
        | CompareKind::LengthLt
        | CompareKind::RequestValid
        | CompareKind::IdSet => false,
    }
}

/// Whether `actual` is an acceptable error code.
pub fn error_matches(call: &Call, actual: &str) -> bool {
    if call
        .strict_error
        .as_deref()
        .is_some_and(|strict| strict != actual)
    {
        return false;
    }
    if !call.accept_errors.is_empty() {
        return call.accept_errors.iter().any(|code| code == actual);
    }
    call.expect_error
        .as_deref()
        .is_none_or(|expected| expected == actual)
}

fn tokens(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).collect()
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

fn is_cut(expected: &str, actual: &str, spm: Option<usize>) -> bool {
    let Some(spm) = spm else { return false };
    actual.chars().count() == spm && expected.starts_with(actual)
}

/// Equal as numbers after cutting or rounding both to six decimals.
fn reals_equal(expected: &str, actual: &str) -> bool {
    let (Ok(expected), Ok(actual)) = (expected.parse::<f64>(), actual.parse::<f64>()) else {
        return false;
    };
    let difference = |cut: fn(f64) -> f64| (cut(expected * 1e6) - cut(actual * 1e6)).abs();
    difference(f64::trunc) < 0.5 || difference(f64::round) < 0.5
}

/// Splits `{name=value}rest` when `name` is the given one.
fn delimiter<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix('{')?
        .strip_prefix(name)?
        .strip_prefix('=')?
        .split_once('}')
}

fn langstrings_equal(expected: &str, actual: &str, spm: Option<usize>, case_matters: bool) -> bool {
    let (expected_language, expected) = delimiter(expected, "lang").unwrap_or(("en", expected));
    let (actual_language, actual) = delimiter(actual, "lang").unwrap_or(("en", actual));
    if !expected_language.eq_ignore_ascii_case(actual_language) {
        return false;
    }
    let equal = if case_matters {
        expected == actual
    } else {
        expected.to_lowercase() == actual.to_lowercase()
    };
    equal || is_cut(expected, actual, spm)
}

#[cfg(test)]
mod tests;
