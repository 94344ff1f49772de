//! Comparing an answer with what a rehearsal expects, one function per kind of value.
//!
//! The kinds follow ADL's evaluator: an LMS may return a value in another, equivalent form.

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

fn durations_equal(expected: &str, actual: &str) -> bool {
    let expected = centiseconds(expected);
    expected.is_some() && expected == centiseconds(actual)
}

/// Length of an ISO 8601 duration, with a year of 365 days and a month of 2,628,029 seconds.
fn centiseconds(text: &str) -> Option<u64> {
    let body = text.strip_prefix('P')?;
    let (date, time) = body.split_once('T').unwrap_or((body, ""));
    let date = units(date, &[('Y', 31_536_000), ('M', 2_628_029), ('D', 86_400)])?;
    let time = units(time, &[('H', 3_600), ('M', 60), ('S', 1)])?;
    date.checked_add(time)
}

fn units(mut text: &str, sizes: &[(char, u64)]) -> Option<u64> {
    let mut total = 0u64;
    for &(letter, seconds) in sizes {
        let Some((number, rest)) = text.split_once(letter) else {
            continue;
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut hundredths: u64 = format!("{fraction:0<2}").get(..2)?.parse().ok()?;
        hundredths = hundredths.checked_add(whole.parse::<u64>().ok()?.checked_mul(100)?)?;
        total = total.checked_add(hundredths.checked_mul(seconds)?)?;
        text = rest;
    }
    text.is_empty().then_some(total)
}

/// The same second; missing parts are the lowest, and a zone given on one side only counts for
/// both.
fn same_instant(expected: &str, actual: &str) -> bool {
    let (Some((expected, expected_zone)), Some((actual, actual_zone))) =
        (local_seconds(expected), local_seconds(actual))
    else {
        return false;
    };
    let expected_zone = expected_zone.or(actual_zone).unwrap_or(0);
    let actual_zone = actual_zone.unwrap_or(expected_zone);
    expected - expected_zone == actual - actual_zone
}

/// Seconds since 1970 on the local clock, and the offset of the zone in seconds.
fn local_seconds(text: &str) -> Option<(i64, Option<i64>)> {
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let mut date = date.split('-');
    let mut part = |lowest: i64| date.next().map_or(Some(lowest), |text| text.parse().ok());
    let (year, month, day) = (part(1970)?, part(1)?, part(1)?);

    let zone_at = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone_at);
    let clock = clock.split('.').next().unwrap_or_default();
    let mut seconds = 0;
    for (text, size) in clock
        .split(':')
        .filter(|text| !text.is_empty())
        .zip([3_600, 60, 1])
    {
        seconds += text.parse::<i64>().ok()? * size;
    }
    let zone = match zone.chars().next() {
        None => None,
        Some('Z') => Some(0),
        Some(sign) => {
            let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
            let size = hours.parse::<i64>().ok()? * 3_600 + minutes.parse::<i64>().ok()? * 60;
            Some(if sign == '-' { -size } else { size })
        }
    };
    Some((days_since_1970(year, month, day) * 86_400 + seconds, zone))
}

/// Day number of a date of the proleptic Gregorian calendar.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Counting years from March puts the leap day at the end of a year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 719_469
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

fn interactions_equal(call: &Call, expected: &str, actual: &str) -> bool {
    let Some(kind) = call.interaction_type.as_deref() else {
        return false;
    };
    let is_pattern = call.part.as_deref() == Some("pattern");
    match kind {
        "choice" | "matching" => {
            sorted(expected.split("[,]").collect()) == sorted(actual.split("[,]").collect())
        }
        "long-fill-in" if is_pattern => long_fill_ins_equal(expected, actual, call.spm),
        "fill-in" if is_pattern => {
            let (expected, actual) = (Response::parse(expected), Response::parse(actual));
            let parts_equal = |left: &&str, right: &&str| {
                langstrings_equal(left, right, call.spm, expected.case_matters)
            };
            expected.case_matters == actual.case_matters
                && expected.order_matters == actual.order_matters
                && lists_equal(&expected, actual.text, true, parts_equal)
        }
        "fill-in" | "long-fill-in" => {
            let response = Response {
                case_matters: true,
                order_matters: true,
                text: expected,
            };
            lists_equal(&response, actual, kind == "fill-in", |left, right| {
                langstrings_equal(left, right, call.spm, true)
            })
        }
        "numeric" => {
            let bounds = |text: &str| text.split("[:]").map(str::to_owned).collect::<Vec<_>>();
            let (expected, actual) = (bounds(expected), bounds(actual));
            expected.len() == actual.len()
                && expected
                    .iter()
                    .zip(&actual)
                    .all(|(left, right)| bounds_equal(left, right))
        }
        "performance" => {
            let (expected, actual) = (Response::parse(expected), Response::parse(actual));
            expected.order_matters == actual.order_matters
                && lists_equal(&expected, actual.text, true, |left, right| left == right)
        }
        "other" => is_cut(expected, actual, call.spm),
        _ => false,
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

fn bounds_equal(expected: &str, actual: &str) -> bool {
    expected == actual || reals_equal(expected, actual)
}

/// Compares member by member, or as multisets when the order does not matter.
fn lists_equal(
    expected: &Response<'_>,
    actual: &str,
    is_list: bool,
    equal: impl Fn(&&str, &&str) -> bool,
) -> bool {
    if !is_list {
        return equal(&expected.text, &actual);
    }
    let expected_parts: Vec<&str> = expected.text.split("[,]").collect();
    let mut actual_parts: Vec<&str> = actual.split("[,]").collect();
    if expected_parts.len() != actual_parts.len() {
        return false;
    }
    if expected.order_matters {
        return expected_parts
            .iter()
            .zip(&actual_parts)
            .all(|(left, right)| equal(left, right));
    }
    expected_parts.iter().all(|left| {
        let found = actual_parts.iter().position(|right| equal(left, right));
        found.map(|index| actual_parts.swap_remove(index)).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(compare: CompareKind, expected: &str, actual: &str, want: bool) {
        let call = Call {
            compare,
            expect_result: Some(expected.into()),
            ..Call::default()
        };
        assert_eq!(
            result_matches(&call, actual, "L1"),
            want,
            "{compare:?} {expected} {actual}"
        );
    }

    #[test]
    fn values_compare_by_their_kind() {
        use CompareKind::{Datetime, Duration, Exact, Langstring, Language, Real, Result, Set};
        for (kind, expected, actual, want) in [
            (Exact, "a", "a", true),
            (Exact, "a", "A", false),
            (Set, "id,score", " score, id", true),
            (Set, "id,score", "id", false),
            (Real, "0.5", ".500", true),
            (Real, "0.5", "0.51", false),
            (Real, "0.5", "", false),
            (Duration, "PT0H0M0S", "PT0S", true),
            (Duration, "PT90M", "PT1H30M", true),
            (Duration, "P1M", "PT2628029S", true),
            (Duration, "PT1.5S", "PT1.50S", true),
            (Duration, "PT1.5S", "PT1.51S", false),
            (Duration, "PT0S", "P", true),
            (
                Datetime,
                "2004-04-01T15:21:45",
                "2004-04-01T15:21:45.12",
                true,
            ),
            (
                Datetime,
                "2004-04-01T15:21:45.5+02:30",
                "2004-04-01T12:51:45.5Z",
                true,
            ),
            (
                Datetime,
                "2004-04-01T15:21:45.5+02:30",
                "2004-04-01T15:21:45",
                true,
            ),
            (Datetime, "2004", "2004-01-01T00:00:00", true),
            (Datetime, "2004-02-29", "2004-03-01", false),
            (Langstring, "{lang=en}a", "a", true),
            (Langstring, "{lang=fr-CA}a", "{lang=FR-ca}a", true),
            (Langstring, "{lang=fr}a", "a", false),
            (Language, "en-US", "EN-us", true),
            (Result, "correct", "correct", true),
            (Result, "0.5", "0.50", true),
            (Result, "correct", "neutral", false),
        ] {
            check(kind, expected, actual, want);
        }
    }

    #[test]
    fn texts_may_be_cut_at_the_smallest_permitted_maximum_only() {
        let call = |actual| {
            let call = Call {
                compare: CompareKind::String,
                expect_result: Some("abcdef".into()),
                spm: Some(4),
                ..Call::default()
            };
            result_matches(&call, actual, "")
        };
        assert!(call("abcd"));
        assert!(!call("abc"));
        assert!(!call("abce"));
    }

    #[test]
    fn interactions_compare_by_type() {
        for (kind, part, expected, actual, want) in [
            ("choice", "pattern", "a[,]b", "b[,]a", true),
            ("choice", "pattern", "a[,]b", "a", false),
            (
                "matching",
                "pattern",
                "a[.]b[,]c[.]d",
                "c[.]d[,]a[.]b",
                true,
            ),
            (
                "fill-in",
                "pattern",
                "{case_matters=false}a[,]b",
                "A[,]b",
                true,
            ),
            (
                "fill-in",
                "pattern",
                "{case_matters=true}a",
                "{case_matters=true}A",
                false,
            ),
            ("fill-in", "pattern", "a[,]b", "b[,]a", false),
            (
                "fill-in",
                "pattern",
                "{order_matters=false}a[,]b",
                "{order_matters=false}b[,]a",
                true,
            ),
            (
                "long-fill-in",
                "pattern",
                "{case_matters=false}{lang=en}a[,]b",
                "a[,]b",
                true,
            ),
            (
                "long-fill-in",
                "pattern",
                "{case_matters=true}{lang=fr}a",
                "{lang=FR}{case_matters=true}a",
                true,
            ),
            ("long-fill-in", "learner_response", "{lang=en}a", "A", false),
            ("numeric", "pattern", "1.0[:]", "1[:]", true),
            ("numeric", "pattern", "1[:]2", "1[:]3", false),
            (
                "performance",
                "pattern",
                "{order_matters=true}a[.]b",
                "a[.]b",
                true,
            ),
            ("sequencing", "pattern", "a[,]b", "b[,]a", false),
        ] {
            let call = Call {
                compare: CompareKind::Interaction,
                interaction_type: Some(kind.into()),
                part: Some(part.into()),
                expect_result: Some(expected.into()),
                ..Call::default()
            };
            assert_eq!(
                result_matches(&call, actual, ""),
                want,
                "{kind} {expected} {actual}"
            );
        }
    }

    #[test]
    fn strict_values_beat_tolerant_ones() {
        let call = Call {
            compare: CompareKind::RequestValid,
            accept: vec!["true".into(), "false".into()],
            strict_result: Some("true".into()),
            accept_errors: vec!["0".into(), "301".into()],
            strict_error: Some("301".into()),
            ..Call::default()
        };
        assert!(result_matches(&call, "true", ""));
        assert!(!result_matches(&call, "false", ""));
        assert!(error_matches(&call, "301"));
        assert!(!error_matches(&call, "0"));
    }
}
