//! The documentation of each rule is true: its example fires, what to use instead does not.

use scorm_lint::{RULES, Report, Rule};

use crate::fixture;

#[test]
fn examples_fire_and_their_cures_are_silent() {
    let mut wrong = Vec::new();
    for rule in RULES {
        for (heading, want) in [("Example", true), ("Use instead", false)] {
            let report = lint_block(rule, heading);
            let fires = report
                .findings
                .iter()
                .any(|finding| finding.code == rule.code);
            if fires != want {
                let found: Vec<_> = report.findings.iter().map(fixture::line).collect();
                let found = found.join("\n  ");
                wrong.push(format!("{} {} {heading}:\n  {found}", rule.code, rule.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_good_packages_have_no_finding_at_all() {
    for version in ["1.2", "2004-2nd", "2004-3rd", "2004-4th"] {
        let report = fixture::package(version, "").lint();
        // Chamilo takes every package of the 2nd Edition for SCORM 1.2, whatever its author does.
        let misread = |code: &str| version == "2004-2nd" && code == "LMS031";
        let findings = report.findings.iter().filter(|it| !misread(it.code));
        let found: Vec<_> = findings.map(fixture::line).collect();
        assert!(found.is_empty(), "{version}: {found:#?}");
    }
}

fn lint_block(rule: &Rule, heading: &str) -> Report {
    let (version, text) = block(rule, heading);
    fixture::package(version, &text).lint()
}

/// The package of a section of a rule's documentation, and the version it is for.
pub(crate) fn block(rule: &Rule, heading: &str) -> (&'static str, String) {
    let section = rule
        .section(heading)
        .unwrap_or_else(|| panic!("{} has no {heading}", rule.code));
    let block = section
        .split("```")
        .nth(1)
        .unwrap_or_else(|| panic!("{} {heading}", rule.code));
    let (_, block) = block.split_once('\n').unwrap();
    let version = match rule.versions.last().unwrap().as_str() {
        "SCORM 1.2" => "1.2",
        "SCORM 2004 2nd Edition" => "2004-2nd",
        "SCORM 2004 3rd Edition" => "2004-3rd",
        _ => "2004-4th",
    };
    (version, block.to_owned())
}
