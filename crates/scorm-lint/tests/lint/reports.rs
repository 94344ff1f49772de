//! Every report format tells every finding, and shows course text as text.

use scorm_lint::report::{Checked, Format, render};

use crate::fixture;

const HOSTILE: &str =
    r#"<item identifier="i1" identifierref="r&lt;script>"><title>T</title></item>"#;

#[test]
fn every_format_tells_every_finding() {
    let report = fixture::package("2004-4th", HOSTILE).lint();
    let checked = [Checked {
        path: "my course.zip",
        report: &report,
    }];
    for format in Format::ALL {
        let text = render(*format, &checked);
        for finding in &report.findings {
            assert!(
                text.contains(finding.code),
                "{}: {}",
                format.as_str(),
                finding.code
            );
        }
    }
}

#[test]
fn course_text_is_not_interpreted() {
    let report = fixture::package("2004-4th", HOSTILE).lint();
    let checked = [Checked {
        path: "a & b.zip",
        report: &report,
    }];
    for format in [Format::Html, Format::Junit, Format::Markdown] {
        let text = render(format, &checked);
        assert!(!text.contains("<script"), "{}", format.as_str());
    }
    let junit = render(Format::Junit, &checked);
    roxmltree::Document::parse(&junit).unwrap();
    for format in [Format::Json, Format::Sarif] {
        let text = render(format, &checked);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(value.is_object());
    }
    let lines = render(Format::JsonLines, &checked);
    assert_eq!(lines.lines().count(), report.findings.len());
}

#[test]
fn the_caret_stands_under_the_place() {
    let report = fixture::package("1.2", "<adlcp:masteryscore>200</adlcp:masteryscore>").lint();
    let text = render(
        Format::Text,
        &[Checked {
            path: "c",
            report: &report,
        }],
    );
    let want = "\
c/imsmanifest.xml:25:7: error S12001 [invalid-mastery-score] masteryscore is `200`; it must be from 0 to 100
   |
25 |       <adlcp:masteryscore>200</adlcp:masteryscore>
   |       ^^^^^^^^^^^^^^^^^^^^
c: 1 error, score 89
";
    assert_eq!(text, want);
}

#[test]
fn a_clean_package_is_told_to_be_clean() {
    let report = fixture::package("1.2", "").lint();
    let checked = [Checked {
        path: "c",
        report: &report,
    }];
    assert_eq!(
        render(Format::Text, &checked),
        "c: no findings, score 100\n"
    );
    assert_eq!(render(Format::JsonLines, &checked), "");
    assert!(render(Format::Junit, &checked).contains("failures=\"0\""));
}
