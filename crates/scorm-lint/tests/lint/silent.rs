//! Good input gives no error: ADL's conformance manifests at every level.

use scorm_lint::{Level, MANIFEST, MemoryFiles, Settings, Severity, lint};

use crate::fixture;

#[test]
fn conformance_manifests_have_no_error() {
    let Some(folder) = greenroom_testkit::test_data("conformance/manifests") else {
        return;
    };
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let files: MemoryFiles = [(MANIFEST, std::fs::read(&path).unwrap())]
            .into_iter()
            .collect();
        count += 1;
        for level in Level::ALL {
            let settings = Settings {
                content_present: false,
                ..Settings::at(*level)
            };
            for finding in lint(&files, &[], &settings).findings {
                if finding.severity >= Severity::Error {
                    let name = path.file_name().unwrap().to_string_lossy();
                    wrong.push(format!(
                        "{name} {}: {}",
                        level.as_str(),
                        fixture::line(&finding)
                    ));
                }
            }
        }
    }
    assert!(count > 100, "only {count} manifests");
    assert!(
        wrong.is_empty(),
        "{} errors:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
