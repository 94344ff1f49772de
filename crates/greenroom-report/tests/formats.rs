//! Every report format holds every finding, and shows course text as text.

use greenroom_report::format::{Checked, Format, render};
use scorm_lint::{Level, MemoryFiles, Report, Settings, Severity};
use serde_json::Value;

/// What lint says of a course whose text tries to become markup.
fn hostile() -> Report {
    let manifest = "<manifest identifier=\"m\" xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\">\
        <organizations default=\"o\"><organization identifier=\"o\"><title>T</title>\
        <item identifier=\"i1\" identifierref=\"r&lt;script>\"><title>T</title></item>\
        </organization></organizations><resources/></manifest>";
    let files: MemoryFiles = [("imsmanifest.xml", manifest)].into_iter().collect();
    let report = scorm_lint::lint(&files, &[], &Settings::at(Level::Strict));
    assert!(!report.findings.is_empty());
    report
}

#[test]
fn every_format_tells_every_finding() {
    let report = hostile();
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
    let report = hostile();
    let checked = [Checked {
        path: "a & b.zip",
        report: &report,
    }];
    for format in [Format::Junit, Format::Markdown] {
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
fn a_clean_package_is_told_to_be_clean() {
    let report = Report::default();
    let checked = [Checked {
        path: "c",
        report: &report,
    }];
    assert_eq!(render(Format::JsonLines, &checked), "");
    assert!(render(Format::Junit, &checked).contains("failures=\"0\""));
}

/// What the SARIF 2.1.0 schema demands of the parts we write.
#[test]
fn sarif_has_the_form_that_code_hosts_read() {
    let report = hostile();
    let checked = [Checked {
        path: "a b.zip",
        report: &report,
    }];
    let log: Value = serde_json::from_str(&render(Format::Sarif, &checked)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(
        log["$schema"]
            .as_str()
            .unwrap()
            .ends_with("sarif-2.1.0.json")
    );
    let runs = log["runs"].as_array().unwrap();
    let [run] = runs.as_slice() else {
        panic!("one run: {log:#}");
    };
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), report.findings.len());
    for (result, finding) in results.iter().zip(&report.findings) {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(result["message"]["text"], finding.message.as_str());
        let level = result["level"].as_str().unwrap();
        assert!(["none", "note", "warning", "error"].contains(&level));
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.starts_with("a%20b.zip/"), "{uri}");
        if let Some(region) = place.get("region") {
            for (key, least) in [("startLine", 1), ("startColumn", 1), ("endLine", 1)] {
                assert!(region[key].as_u64().unwrap() >= least, "{key}: {region}");
            }
            assert!(region["snippet"]["text"].is_string());
        }
    }
    for rule in rules {
        let level = rule["defaultConfiguration"]["level"].as_str().unwrap();
        assert!(["note", "warning", "error"].contains(&level));
        assert!(rule["shortDescription"]["text"].is_string());
        assert!(rule["help"]["markdown"].is_string());
    }
}

/// The parts of JUnit XML that build servers read: counts that are right, cases with failures.
#[test]
fn junit_counts_what_it_holds() {
    let report = hostile();
    let checked = [Checked {
        path: "c.zip",
        report: &report,
    }];
    let text = render(Format::Junit, &checked);
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let mut failures = 0;
    for suite in root.children().filter(roxmltree::Node::is_element) {
        assert_eq!(suite.tag_name().name(), "testsuite");
        assert!(suite.attribute("name").is_some());
        let cases: Vec<_> = suite
            .children()
            .filter(|node| node.has_tag_name("testcase"))
            .collect();
        let failed = cases
            .iter()
            .filter(|case| case.children().any(|node| node.has_tag_name("failure")));
        let count = failed.count();
        failures += count;
        assert_eq!(
            suite.attribute("tests"),
            Some(cases.len().to_string().as_str())
        );
        assert_eq!(
            suite.attribute("failures"),
            Some(count.to_string().as_str())
        );
        assert!(cases.iter().all(|case| case.attribute("name").is_some()));
    }
    let wrong = report.findings.iter();
    let wrong = wrong.filter(|finding| finding.severity > Severity::Info);
    assert_eq!(failures, wrong.count());
}
