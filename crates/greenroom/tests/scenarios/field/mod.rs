//! What makes a conformant course fail in an LMS: each cause is a small course (`tests/causes`) that
//! plays by the book, fails in the profile of the LMS for the reason that the LMS's record names, and
//! plays there after the fix, if there is one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cause;
mod gaps;
mod outcome;
mod package;
mod play;
mod verdicts;

use std::collections::BTreeSet;
use std::path::Path;

use cause::Cause;
use package::Form;

const STANDARD: &str = "standard";

macro_rules! causes {
    ($($test:ident: $file:literal,)*) => {
        const FILES: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $test() {
                examine($file);
            }
        )*
    };
}

causes! {
    browser_cause_01_saving_only_at_the_end: "01_saving_only_at_the_end",
    browser_cause_02_large_state_at_exit: "02_large_state_at_exit",
    browser_cause_03_one_failed_commit: "03_one_failed_commit",
    browser_cause_04_trusting_true: "04_trusting_true",
    browser_cause_05_reading_the_status_back: "05_reading_the_status_back",
    browser_cause_06_count_that_is_no_number: "06_count_that_is_no_number",
    browser_cause_07_string_methods_on_numbers: "07_string_methods_on_numbers",
    browser_cause_08_initialize_twice: "08_initialize_twice",
    browser_cause_09_incomplete_in_review: "09_incomplete_in_review",
    browser_cause_10_score_before_the_end: "10_score_before_the_end",
    browser_cause_11_left_suspended: "11_left_suspended",
    browser_cause_12a_scaled_alone: "12a_scaled_alone",
    browser_cause_12b_raw_alone: "12b_raw_alone",
    browser_cause_12c_raw_of_another_maximum: "12c_raw_of_another_maximum",
    browser_cause_12d_no_maximum: "12d_no_maximum",
    browser_cause_13_completed_is_not_passed: "13_completed_is_not_passed",
    browser_cause_14a_long_suspend_data: "14a_long_suspend_data",
    browser_cause_14b_newline_in_suspend_data: "14b_newline_in_suspend_data",
    browser_cause_14c_more_than_the_server_takes: "14c_more_than_the_server_takes",
    browser_cause_15_interaction_details: "15_interaction_details",
    browser_cause_16_stopping_on_401: "16_stopping_on_401",
    browser_cause_17a_touching_top: "17a_touching_top",
    browser_cause_17b_opener_alone: "17b_opener_alone",
    browser_cause_18_answers_that_throw: "18_answers_that_throw",
    browser_cause_19_two_files_of_one_name: "19_two_files_of_one_name",
    browser_cause_20_text_of_schemaversion: "20_text_of_schemaversion",
    browser_cause_21_several_scos_without_navigation: "21_several_scos_without_navigation",
    browser_cause_22_navigation_requests: "22_navigation_requests",
    browser_cause_23_exit_that_is_no_suspend: "23_exit_that_is_no_suspend",
    browser_cause_24_session_time_with_days: "24_session_time_with_days",
    browser_cause_25_thousands_of_calls: "25_thousands_of_calls",
}

#[test]
fn every_cause_has_a_course() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/causes");
    let files = std::fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = names
        .map(|name| name.trim_end_matches(".toml").to_owned())
        .collect();
    assert_eq!(there, FILES.iter().map(|it| (*it).to_owned()).collect());
    let numbers: BTreeSet<&str> = FILES.iter().map(|name| &name[..2]).collect();
    assert_eq!(numbers.len(), 25);
}

/// The course is conformant.
fn check_conformance(cause: &Cause, form: Form) {
    let errors = package::lint_errors(cause, form);
    assert!(errors.is_empty(), "{}: {errors:#?}", cause.told);
}

/// All that is said of one cause.
fn examine(file: &str) {
    let cause = Cause::read(file);
    check_conformance(&cause, Form::Before);
    let stage = play::Stage::new();
    let plays_in = cause.plays_in.as_deref().unwrap_or(STANDARD);
    let by_the_book = stage.play(&cause, Form::Before, plays_in);
    let missing = by_the_book.misses(&cause.works);
    assert!(
        missing.is_empty(),
        "by the book: {missing:#?}\n{by_the_book:#?}"
    );
    for lms in &cause.lms {
        let before = stage.play(&cause, Form::Before, lms);
        let missing = before.misses(&cause.works);
        assert!(!missing.is_empty(), "{lms}: it does not fail\n{before:#?}");
        assert!(
            before.names(&cause.reason),
            "{lms}: nothing says {:?}\n{before:#?}",
            cause.reason
        );
        if cause.after.is_some() {
            let after = stage.play(&cause, Form::After, lms);
            let missing = after.misses(&cause.works);
            assert!(
                missing.is_empty(),
                "{lms}, mended: {missing:#?}\n{after:#?}"
            );
        }
    }
    if cause.after.is_some() {
        check_conformance(&cause, Form::After);
    }
    stage.close();
}
