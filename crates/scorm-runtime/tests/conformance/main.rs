//! Replays ADL's test cases against the API alone, without a sequencer.
//!
//! The data-model families (API, DMI, DMB, DDM) are played whole: their activities follow one
//! another by choice, so a small learner record is all they need. Of the other families, whose
//! values depend on sequencing, every call that only the data model decides is replayed.

mod case;
mod compare;
mod learner;
mod manifest;

use greenroom_testkit::test_data;

/// Plays cases, and fails with the first differences or with another number of calls.
fn play(ids: &[&str], whole: bool, expected_calls: usize) {
    let Some(folder) = test_data("conformance/cases") else {
        return;
    };
    let mut calls = 0;
    let mut differences = Vec::new();
    for id in ids {
        let case = case::read(&folder.join(format!("{id}.json")));
        calls += learner::play(&case, whole, &mut differences);
    }
    assert!(
        differences.is_empty(),
        "{} of {calls} calls differ:\n{}",
        differences.len(),
        differences
            .iter()
            .take(40)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    );
    assert_eq!(
        calls, expected_calls,
        "the cases hold other calls than they used to"
    );
}

#[test]
fn api_functions() {
    play(&["API"], true, 32);
}

#[test]
fn data_model_implementation() {
    play(&["DMI"], true, 8169);
}

#[test]
fn data_model_behavior() {
    play(&["DMB"], true, 260);
}

#[test]
fn shared_data() {
    play(&["DDM"], true, 133);
}

#[test]
fn calls_of_sequencing_cases_that_need_no_sequencer() {
    let Some(folder) = test_data("conformance/cases") else {
        return;
    };
    let mut calls = 0;
    let mut differences = Vec::new();
    for path in case::files(&folder) {
        let case = case::read(&path);
        if ["API", "DMI", "DMB", "DDM"].contains(&case.id.as_str()) {
            continue;
        }
        calls += learner::play(&case, false, &mut differences);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(calls >= 2290, "only {calls} calls were replayed");
}
