//! Fixes converge, bring nothing new, leave the source alone, and come as a patch that git takes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use scorm_lint::{
    Applicability, Files, Fixed, Level, RULES, Rule, Settings, fix, score, unified_diff,
};

use crate::fixture::{self, Fixture};

#[test]
fn the_fix_of_every_rule_mends_its_example() {
    let mut wrong = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.fix.is_some()) {
        let before = example(rule);
        let fixed = run(&before, Applicability::Suggestion);
        let count = |findings: &[scorm_lint::Finding]| {
            findings
                .iter()
                .filter(|finding| finding.code == rule.code)
                .count()
        };
        // Some rules offer a fix for some of their findings only.
        let offered = before.lint().findings;
        let offered = offered
            .iter()
            .any(|f| f.code == rule.code && f.fix.is_some());
        if offered && count(&fixed.report.findings) > 0 {
            let left: Vec<_> = fixed.report.findings.iter().map(fixture::line).collect();
            wrong.push(format!(
                "{} {}:\n  {}",
                rule.code,
                rule.name,
                left.join("\n  ")
            ));
        }
        if !offered && !SOMETIMES.contains(&rule.code) {
            wrong.push(format!(
                "{} {} offers no fix for its example",
                rule.code, rule.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each round looks at every fix once, not at each against each, and reads a file once.
#[test]
fn many_fixes_of_one_large_file() {
    let files = r#"<file href="index.html"/>"#.repeat(20_000);
    let resource = format!(
        r#"<resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">{files}</resource>"#
    );
    let fixed = run(
        &fixture::package("2004-4th", &resource),
        Applicability::Safe,
    );
    assert_eq!(fixed.applied.len(), 19_999);
}

/// Rules whose fix depends on what else is there; the first example has none.
const SOMETIMES: &[&str] = &["RES001", "API021"];

#[test]
fn fixes_bring_nothing_new_and_converge() {
    for rule in RULES {
        let before = example(rule);
        for up_to in [
            Applicability::Safe,
            Applicability::Unsafe,
            Applicability::Suggestion,
        ] {
            let fixed = run(&before, up_to);
            let (old, new) = (
                counts(&before.lint().findings),
                counts(&fixed.report.findings),
            );
            for (code, count) in &new {
                let known = old.get(code).copied().unwrap_or_default();
                assert!(*count <= known, "{}: {code} came with the fixes", rule.code);
            }
            assert!(
                score(&fixed.report.findings).score >= score(&before.lint().findings).score,
                "{}: the score fell",
                rule.code
            );
            let mut again = example(rule);
            again.files.0.extend(fixed.changed.clone());
            assert!(
                run(&again, up_to).changed.is_empty(),
                "{}: a second run changes more",
                rule.code
            );
        }
    }
}

#[test]
fn safe_fixes_are_a_patch_that_git_applies() {
    let package = fixture::package("2004-4th", MANY_FAULTS);
    let before: BTreeMap<_, _> = package.files.0.clone();
    let fixed = run(&package, Applicability::Safe);
    assert_eq!(package.files.0, before, "the source must not change");
    assert!(
        fixed.applied.len() >= 5,
        "only {} fixes",
        fixed.applied.len()
    );

    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in &package.files.0 {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let patch = folder.path().join("fixes.patch");
    std::fs::write(&patch, unified_diff(&package, &fixed.changed)).unwrap();
    if !git(folder.path(), &["init", "-q"]) {
        eprintln!("SKIPPED: git is not installed, so the patch was not applied");
        return;
    }
    assert!(
        git(folder.path(), &["apply", "fixes.patch"]),
        "git apply refuses the patch"
    );
    for (name, bytes) in &fixed.changed {
        let applied = std::fs::read(folder.path().join(name)).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&applied),
            String::from_utf8_lossy(bytes),
            "{name}"
        );
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_survive() {
    let mut package = fixture::package("2004-4th", "<schema>SCORM</schema>");
    let text =
        String::from_utf8(package.files.read("imsmanifest.xml").unwrap().into_owned()).unwrap();
    let bytes = format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes();
    package.files.0.insert("imsmanifest.xml".to_owned(), bytes);
    let fixed = run(&package, Applicability::Safe);
    let new = String::from_utf8(fixed.changed["imsmanifest.xml"].clone()).unwrap();
    assert!(
        new.starts_with('\u{feff}') && new.contains("<schema>ADL SCORM</schema>\r\n"),
        "{new}"
    );
}

const MANY_FAULTS: &str = r#"
<schema>SCORM</schema>
<organizations>
  <organization identifier="o1">
    <title>Course</title>
    <item identifier="i1" identifierref=" r1 " isvisible="True">
      <imsss:sequencing ID="x"><imsss:deliveryControls tracked="False"/></imsss:sequencing>
      <title>Lesson</title>
    </item>
  </organization>
</organizations>
<resource identifier="r1" type="webcontent" adlcp:scormType="SCO" href="Index.html"/>
"#;

fn example(rule: &Rule) -> Fixture {
    let (version, text) = crate::examples::block(rule, "Example");
    fixture::package(version, &text)
}

fn run(package: &Fixture, up_to: Applicability) -> Fixed {
    fix(
        package,
        &package.problems,
        &Settings::at(Level::Pedantic),
        up_to,
    )
}

fn counts(findings: &[scorm_lint::Finding]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.code).or_default() += 1;
    }
    counts
}

fn git(folder: &Path, arguments: &[&str]) -> bool {
    let status = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .status();
    status.is_ok_and(|status| status.success())
}
