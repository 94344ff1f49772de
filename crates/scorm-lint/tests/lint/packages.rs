//! Real courses by others: good ones have no error, broken ones have one.

use scorm_lint::{Level, Settings, Severity, lint};

use crate::disk::Disk;
use crate::fixture;

/// Errors in packages that work in LMSs nevertheless: package, rule, why the error is right.
const ARGUED: &[(&str, &str, &str)] = &[
    (
        "svincent240-scorm-tester-dist",
        "SCH012",
        "`toc` is not a token of hideLMSUI in any edition; the XSD and ADL's validator refuse it",
    ),
    (
        "svincent240-scorm-tester-parent_dom_violation",
        "DOM001",
        "made to show this fault: it looks for elements in the document of the LMS",
    ),
    (
        "sheldonkumar-nsk",
        "CON001",
        "the published copy lacks the scripts that its pages load",
    ),
    (
        "openolat-openolat-scorm_scos_in_sub_directory.zip",
        "CON001",
        "the pages lie in a folder and name scripts that lie above it",
    ),
    (
        "openolat-openolat-scorm_scos_in_sub_directory.zip",
        "API020",
        "lesson_status has no token `complete`; an LMS answers 405",
    ),
];

#[test]
fn good_packages_have_no_error() {
    let Some(folder) = greenroom_testkit::test_data("packages") else {
        return;
    };
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "bad" || name == "README.md" {
            continue;
        }
        let disk = Disk::open(&path);
        for finding in lint(&disk, &disk.problems, &Settings::at(Level::Standard)).findings {
            let argued = ARGUED
                .iter()
                .any(|(package, rule, _)| *package == name && *rule == finding.code);
            if finding.severity >= Severity::Error && !finding.vendor && !argued {
                wrong.push(format!("{name}: {}", fixture::line(&finding)));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} errors:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn broken_packages_have_an_error() {
    let Some(folder) = greenroom_testkit::test_data("packages/bad") else {
        return;
    };
    let mut silent = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name == "index.json") {
            continue;
        }
        let disk = Disk::open(&path);
        let report = lint(&disk, &disk.problems, &Settings::at(Level::Standard));
        if !report
            .findings
            .iter()
            .any(|finding| finding.severity >= Severity::Error)
        {
            let found: Vec<_> = report.findings.iter().map(fixture::line).collect();
            silent.push(format!("{}:\n  {}", path.display(), found.join("\n  ")));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
