//! Responses and correct patterns of interactions.

use super::{delimiter, is_cut, langstrings_equal, reals_equal, sorted};
use crate::rehearsal::format::Call;

/// Compares by the type of the interaction and the part that the value is.
pub(super) fn interactions_equal(call: &Call, expected: &str, actual: &str) -> bool {
    let Some(kind) = call.interaction_type.as_deref() else {
        return false;
    };
    let is_pattern = call.part.as_deref() == Some("pattern");
    match kind {
        "choice" | "matching" => {
            sorted(expected.split("[,]").collect()) == sorted(actual.split("[,]").collect())
        }
        "fill-in" if is_pattern => {
            let (expected, actual) = (Response::parse(expected), Response::parse(actual));
            expected.case_matters == actual.case_matters
                && expected.order_matters == actual.order_matters
                && lists_equal(&expected, actual.text, |left, right| {
                    langstrings_equal(left, right, call.spm, expected.case_matters)
                })
        }
        "fill-in" => {
            let expected = Response {
                case_matters: true,
                order_matters: true,
                text: expected,
            };
            lists_equal(&expected, actual, |left, right| {
                langstrings_equal(left, right, call.spm, true)
            })
        }
        "long-fill-in" if is_pattern => long_fill_ins_equal(expected, actual, call.spm),
        "long-fill-in" => langstrings_equal(expected, actual, call.spm, true),
        "numeric" => {
            let expected: Vec<&str> = expected.split("[:]").collect();
            let actual: Vec<&str> = actual.split("[:]").collect();
            let mut bounds = expected.iter().zip(&actual);
            expected.len() == actual.len()
                && bounds.all(|(left, right)| left == right || reals_equal(left, right))
        }
        "performance" => {
            let (expected, actual) = (Response::parse(expected), Response::parse(actual));
            expected.order_matters == actual.order_matters
                && lists_equal(&expected, actual.text, |left, right| left == right)
        }
        "other" => is_cut(expected, actual, call.spm),
        _ => false,
    }
}

/// A response or pattern without its leading delimiters.
struct Response<'a> {
    case_matters: bool,
    order_matters: bool,
    text: &'a str,
}

impl<'a> Response<'a> {
    fn parse(mut text: &'a str) -> Self {
        let (mut case_matters, mut order_matters) = (false, true);
        loop {
            if let Some((value, rest)) = delimiter(text, "case_matters") {
                (case_matters, text) = (value == "true", rest);
            } else if let Some((value, rest)) = delimiter(text, "order_matters") {
                (order_matters, text) = (value != "false", rest);
            } else {
                return Self {
                    case_matters,
                    order_matters,
                    text,
                };
            }
        }
    }
}

/// `{case_matters=}` and `{lang=}` may stand in either order.
fn long_fill_ins_equal(expected: &str, actual: &str, spm: Option<usize>) -> bool {
    let arranged = |text: &str| {
        let (mut language, mut case_matters, mut text) = ("en".to_owned(), false, text);
        loop {
            if let Some((value, rest)) = delimiter(text, "lang") {
                (language, text) = (value.to_owned(), rest);
            } else if let Some((value, rest)) = delimiter(text, "case_matters") {
                (case_matters, text) = (value == "true", rest);
            } else {
                return (case_matters, format!("{{lang={language}}}{text}"));
            }
        }
    };
    let ((expected_case, expected), (actual_case, actual)) = (arranged(expected), arranged(actual));
    expected_case == actual_case && langstrings_equal(&expected, &actual, spm, expected_case)
}

/// Compares member by member, or as multisets when the order does not matter.
fn lists_equal(expected: &Response<'_>, actual: &str, equal: impl Fn(&str, &str) -> bool) -> bool {
    let expected_parts: Vec<&str> = expected.text.split("[,]").collect();
    let mut actual_parts: Vec<&str> = actual.split("[,]").collect();
    if expected_parts.len() != actual_parts.len() {
        return false;
    }
    if expected.order_matters {
        let mut pairs = expected_parts.iter().zip(&actual_parts);
        return pairs.all(|(left, right)| equal(left, right));
    }
    expected_parts.iter().all(|left| {
        let found = actual_parts.iter().position(|right| equal(left, right));
        found.map(|index| actual_parts.swap_remove(index)).is_some()
    })
}
