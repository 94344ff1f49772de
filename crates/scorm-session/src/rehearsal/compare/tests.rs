//! Values compare as ADL's evaluator compares them.

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
        (Datetime, "9999999999999999", "9999999999999998", false),
        (Datetime, "2004T99999999999999999:00", "2004", false),
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
