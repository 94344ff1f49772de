//! What a finding suggests: one sentence about this finding, in the words of the package's version,
//! and never for the worse.

use std::collections::BTreeSet;

use scorm_lint::{Finding, MemoryFiles, RULES, Report, Rule, score};
use scorm_package::ScormVersion;

use crate::cases;
use crate::examples::block;
use crate::fixture::{self, Fixture};

/// Every package of the tests: the cases, and both blocks of every rule's documentation.
fn packages() -> Vec<(String, Fixture)> {
    let mut packages = cases::packages();
    for rule in RULES {
        for heading in ["Example", "Use instead"] {
            let (version, text) = block(rule, heading);
            let name = format!("{} {heading}", rule.code);
            packages.push((name, fixture::package(version, &text)));
        }
    }
    packages
}

#[test]
fn every_finding_suggests_one_sentence_about_itself() {
    let mut wrong = BTreeSet::new();
    for (name, package) in packages() {
        for finding in package.lint().findings {
            let text = finding.suggestion.as_str();
            let fault = if text.contains("//-") || text.contains("```") {
                "repeats the documentation"
            } else if text.contains('\n') || text.len() > 400 {
                "is more than a sentence"
            } else if !text.ends_with(['.', '?', '!']) || text.starts_with(char::is_lowercase) {
                "is not a sentence"
            } else if text.contains("greenroom rule")
                || text.contains('{') && !finding.message.contains('{')
            {
                "has a value left open"
            } else {
                continue;
            };
            wrong.insert(format!(
                "{name}: {} {fault}: {text} ({})",
                finding.code, finding.message
            ));
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words that only one version has.
const ONLY_12: &[&str] = &[
    "LMSInitialize",
    "LMSFinish",
    "LMSSetValue",
    "cmi.core.",
    "scormtype",
];
const ONLY_2004: &[&str] = &[
    "API_1484_11",
    "`Initialize(",
    "`Terminate(",
    "cmi.completion_status",
    "cmi.session_time",
    "scormType",
    "2004",
];

#[test]
fn no_suggestion_is_for_another_version() {
    let mut wrong = BTreeSet::new();
    for (name, package) in packages() {
        let report = package.lint();
        let foreign = match report.version {
            Some(ScormVersion::Scorm12) => ONLY_2004,
            Some(ScormVersion::Scorm2004(_)) => ONLY_12,
            None => continue,
        };
        for finding in report.findings {
            // What the finding itself is about may be of another version: that is the fault.
            let told = |word: &&&str| {
                finding.suggestion.contains(**word) && !finding.message.contains(**word)
            };
            if let Some(word) = foreign.iter().find(told) {
                let text = &finding.suggestion;
                wrong.insert(format!("{name}: {} says {word}: {text}", finding.code));
            }
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn applying_one_fix_never_lowers_the_score() {
    let mut wrong = Vec::new();
    for (name, package) in packages() {
        let before = package.lint();
        for finding in before
            .findings
            .iter()
            .filter(|finding| finding.fix.is_some())
        {
            let Some(after) = after_fix(&package, finding) else {
                continue;
            };
            let (old, new) = (points(&before), points(&after));
            if new < old {
                let came: Vec<_> = after.findings.iter().map(fixture::line).collect();
                let came = came.join("\n  ");
                wrong.push(format!("{name}: {} {old} to {new}\n  {came}", finding.code));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_documentation_says_to_use_instead_never_lowers_the_score() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let (bad, good) = (lint_block(rule, "Example"), lint_block(rule, "Use instead"));
        let (old, new) = (points(&bad), points(&good));
        if new < old {
            let came: Vec<_> = good.findings.iter().map(fixture::line).collect();
            wrong.push(format!(
                "{}: {old} to {new}\n  {}",
                rule.code,
                came.join("\n  ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Naming schemas in a package that has none of them is the first half of the advice.
#[test]
fn naming_the_schemas_never_lowers_the_score_even_before_they_are_copied() {
    let manifest = |names: &str| {
        format!(
            "//- imsmanifest.xml\n<manifest identifier=\"m1\" \
             xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\"{names}>\n\
             <organizations/><resources/></manifest>\n//- !imscp_v1p1.xsd\n"
        )
    };
    let named = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
                 xsi:schemaLocation=\"http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd\"";
    let (before, after) = (manifest(""), manifest(named));
    let lint = |text: &str| fixture::package("2004-4th", text).lint();
    let has = |report: &Report, code: &str| report.findings.iter().any(|f| f.code == code);
    let (before, after) = (lint(&before), lint(&after));
    assert!(has(&before, "MAN013") && has(&after, "MAN014"));
    assert!(points(&after) >= points(&before));
}

#[test]
fn a_name_that_is_probably_meant_is_named() {
    for (version, text, code, wanted) in [
        (
            "2004-4th",
            r#"<item identifier="i1" identifierref="r11"><title>Lesson</title></item>"#,
            "RES020",
            "Did you mean `r1`?",
        ),
        (
            "1.2",
            r#"<resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="lesson/index.html"/>"#,
            "RES002",
            "Did you mean `index.html`, which is in the package?",
        ),
        (
            "1.2",
            "//- index.html\n<script>var api = window.parent.API; api.LMSInitialize(\"\");\n\
             api.LMSSetValue(\"cmi.core.lesson_status\", \"complete\"); api.LMSFinish(\"\");</script>",
            "API020",
            "Write `completed` instead of `complete`.",
        ),
        (
            "1.2",
            "//- index.html\n<script>var api = window.parent.API; api.LMSInitialize(\"\");\n\
             api.LMSSetValue(\"cmi.completion_status\", \"completed\"); api.LMSFinish(\"\");</script>",
            "API016",
            "Write `cmi.core.lesson_status` instead of `cmi.completion_status`.",
        ),
        (
            "2004-3rd",
            "//- index.html\n<script>var api = window.parent.API_1484_11; api.Initialize(\"\");\n\
             api.SetValue(\"cmi.score.scaled\", \"80\"); api.Terminate(\"\");</script>",
            "API022",
            "Write `0.8` instead of `80`.",
        ),
    ] {
        let report = fixture::package(version, text).lint();
        let found: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| finding.code == code)
            .map(|finding| finding.suggestion.as_str())
            .collect();
        assert!(found.contains(&wanted), "{code}: {found:?}");
    }
}

fn lint_block(rule: &Rule, heading: &str) -> Report {
    let (version, text) = block(rule, heading);
    fixture::package(version, &text).lint()
}

fn points(report: &Report) -> u32 {
    score(&report.findings).score
}

/// The package with the edits of one fix; none if a file is not text, or the fix is refused.
fn after_fix(package: &Fixture, finding: &Finding) -> Option<Report> {
    let fix = finding.fix.as_ref()?;
    let mut changed = package.clone();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in edits {
        let MemoryFiles(files) = &mut changed.files;
        let text = String::from_utf8(files.get(&edit.file)?.clone()).ok()?;
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let new = format!(
            "{}{}{}",
            text.get(..start)?,
            edit.new_text,
            text.get(end..)?
        );
        files.insert(edit.file.clone(), new.into_bytes());
    }
    Some(changed.lint())
}
