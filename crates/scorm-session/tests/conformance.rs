//! ADL's SCORM 2004 4th Edition cases, played on the engine alone.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use scorm_session::rehearsal::format::Rehearsal;
use scorm_session::rehearsal::{self, Case};
use scorm_session::{EventKind, Learner, Options, Session};

fn load(folder: &Path) -> BTreeMap<String, Case> {
    let mut cases = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let rehearsal: Rehearsal =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let bytes_of = |manifest: &str| std::fs::read(folder.join(manifest));
        let case = Case::new(rehearsal, bytes_of).unwrap();
        cases.insert(case.rehearsal.id.clone(), case);
    }
    cases
}

#[test]
fn every_case_passes_with_a_fresh_learner() {
    let Some(folder) = greenroom_testkit::test_data("conformance/cases") else {
        return;
    };
    let cases = load(&folder);
    let mut failures = Vec::new();
    let (mut calls, mut ui_checks) = (0, 0);
    for case in cases.values() {
        let mut learner = Learner::new("learner_2", "Learner, Second");
        for required in &case.rehearsal.requires {
            rehearsal::run(&cases[required], &mut learner, &Options::default());
        }
        let report = rehearsal::run(case, &mut learner, &Options::default());
        calls += report.calls;
        ui_checks += report.ui_checks;
        if let Some(failure) = report.failure {
            failures.push(format!("{}: {failure}", report.id));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
    println!(
        "{} cases, {calls} calls, {ui_checks} UI checks",
        cases.len()
    );
}

#[test]
fn one_learner_can_take_all_cases() {
    let Some(folder) = greenroom_testkit::test_data("conformance/cases") else {
        return;
    };
    let mut learners: BTreeMap<u32, Learner> = BTreeMap::new();
    for case in load(&folder).values() {
        let number = case.rehearsal.learner;
        let learner = learners
            .entry(number)
            .or_insert_with(|| Learner::new(&format!("learner_{number}"), "Learner, One"));
        let report = rehearsal::run(case, learner, &Options::default());
        assert_eq!(report.failure, None, "{}", report.id);
    }
}

#[test]
fn every_case_goes_on_the_same_after_a_restore() {
    let Some(folder) = greenroom_testkit::test_data("conformance/cases") else {
        return;
    };
    for case in load(&folder).values() {
        let mut learner = Learner::new("learner_2", "Learner, Second");
        let (_, recording) = rehearsal::record(case, &mut learner, &Options::default());
        for recorded in recording.sessions {
            let course = Arc::clone(&recorded.course);
            let mut session =
                Session::new(Arc::clone(&course), recorded.learner, Options::default());
            for (event, effects) in &recorded.events {
                assert_eq!(session.apply(event), *effects, "{}", case.rehearsal.id);
                if !matches!(event.event, EventKind::ApiCalled { .. }) {
                    let snapshot = session.snapshot_json();
                    let options = Options::default();
                    session = Session::restore(Arc::clone(&course), options, &snapshot).unwrap();
                    assert_eq!(session.snapshot_json(), snapshot, "{}", case.rehearsal.id);
                }
            }
            assert_eq!(
                session.snapshot_json(),
                recorded.snapshot,
                "{}",
                case.rehearsal.id
            );
        }
    }
}
