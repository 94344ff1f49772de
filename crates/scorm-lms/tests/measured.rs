//! The profiles against the measurements: every file is at its goal.

use std::path::Path;

use scorm_lms::verify;

/// The files of call sequences, or none if the test data is missing.
fn measured() -> Vec<(String, String)> {
    let Some(folder) = greenroom_testkit::test_data("lms") else {
        return Vec::new();
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let name = |path: &Path| {
        path.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let files = files.iter().map(|path| {
        let json = std::fs::read_to_string(path).expect("a file can be read");
        (name(path), json)
    });
    files
        .filter(|(_, json)| json.contains("\"sequences\""))
        .collect()
}

#[test]
fn every_measured_file_is_at_its_goal() {
    for (name, json) in measured() {
        let report = verify::file(&name, &json).expect("a file of sequences");
        assert!(
            report.at_goal(),
            "{name}: {}/{} calls, {}/{} sequences; {:#?}",
            report.same,
            report.calls,
            report.sequences_same,
            report.sequences,
            report.differences
        );
    }
}

#[test]
fn each_measured_file_has_exactly_one_profile() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, json) in measured() {
        let sequences = verify::Sequences::parse(&json).expect("a file of sequences");
        let profile = verify::profile_of(&sequences).expect("a profile");
        let first = seen.insert((profile.name.to_string(), sequences.scorm.as_str()));
        assert!(first, "{name}: {} twice", profile.name);
    }
}

#[test]
fn differences_that_remain_are_explained() {
    for (name, json) in measured() {
        let report = verify::file(&name, &json).expect("a file of sequences");
        let profile = scorm_lms::find(&report.profile).expect("a profile");
        let unexplained = report.differences.iter().find(|difference| {
            !profile
                .remaining
                .iter()
                .any(|text| text.contains(&difference.sequence))
        });
        assert!(unexplained.is_none(), "{name}: {unexplained:?}");
    }
}

#[test]
fn what_is_no_file_of_sequences_says_so() {
    let error = verify::file("x.json", "{}").expect_err("no sequences");
    assert!(error.contains("lms"), "{error}");
    let other = r#"{"lms": "Teachable", "scorm": "1.2", "sequences": []}"#;
    let error = verify::file("x.json", other).expect_err("no profile");
    assert!(
        error.contains("Teachable") && error.contains("moodle"),
        "{error}"
    );
}
