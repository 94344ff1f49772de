//! Reports hold hostile text as text, and fit where they must.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use greenroom_store::CourseSummary;
use scorm_lint::{Level, MemoryFiles, Settings};

use super::*;

/// The analysis of a manifest with many faults, and a hostile title.
fn analysis(items: usize) -> Analysis {
    let item = |n: usize| {
        format!(
            "<item identifier=\"i{n}\" identifierref=\"none{n}\"><title>{HOSTILE}</title></item>"
        )
    };
    let items: String = (0..items).map(item).collect();
    let manifest = format!(
        "<manifest identifier=\"m\" xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\">\
         <organizations default=\"o\"><organization identifier=\"o\"><title>{HOSTILE}</title>{items}</organization>\
         </organizations><resources/></manifest>"
    );
    let files: MemoryFiles = [("imsmanifest.xml", manifest.as_str())]
        .into_iter()
        .collect();
    let report = scorm_lint::lint(&files, &[], &Settings::at(Level::Strict));
    assert!(!report.findings.is_empty());
    Analysis {
        path: PathBuf::from("/courses/<b>"),
        course: CourseSummary {
            title: Some("<script>alert(1)</script>".to_owned()),
            ..CourseSummary::default()
        },
        tree: Vec::new(),
        files: 1,
        bytes: manifest.len() as u64,
        score: scorm_lint::score(&report.findings),
        report,
        of_lms: BTreeMap::new(),
    }
}

const HOSTILE: &str = "&lt;script>alert(1)&lt;/script>";

#[test]
fn text_of_the_course_is_text() {
    let analysis = analysis(3);
    let document = ReportDocument::of(&analysis);
    let page = document.complete(Format::Html);
    assert!(
        page.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"),
        "{page}"
    );
    assert!(!page.contains("<script"), "{page}");
    assert!(!page.contains("http://www.imsglobal") || !page.contains("src=\"http"));
    let markdown = document.complete(Format::Markdown);
    assert!(!markdown.contains("<script"), "{markdown}");
}

#[test]
fn the_inline_copy_is_limited_and_says_so() {
    let analysis = analysis(400);
    let document = ReportDocument::of(&analysis);
    for format in [
        Format::Json,
        Format::Html,
        Format::Sarif,
        Format::Junit,
        Format::Markdown,
    ] {
        let complete = document.complete(format);
        let inline = document.inline(format, Path::new("/data/report"));
        assert!(complete.len() > INLINE_BYTES, "{format:?}");
        assert!(inline.len() <= INLINE_BYTES, "{format:?}: {}", inline.len());
    }
    let page = document.inline(Format::Html, Path::new("/data/report"));
    assert!(page.ends_with("HTML report: /data/report"), "{page}");
    let json: serde_json::Value =
        serde_json::from_str(&document.inline(Format::Json, Path::new("/data/report"))).unwrap();
    assert_eq!(
        json["findings"].as_array().unwrap().len() + json["omitted"].as_u64().unwrap() as usize,
        analysis.findings().len()
    );
}

#[test]
fn sarif_points_at_the_lines() {
    let analysis = analysis(1);
    let text = ReportDocument::of(&analysis).complete(Format::Sarif);
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), analysis.findings().len());
    let dangling = results.iter().find(|result| {
        result["message"]["text"]
            .as_str()
            .unwrap()
            .contains("none0")
    });
    let place = &dangling.unwrap()["locations"][0]["physicalLocation"];
    assert_eq!(place["region"]["startLine"], 1);
}

#[test]
fn junit_is_well_formed() {
    let analysis = analysis(2);
    let text = ReportDocument::of(&analysis).complete(Format::Junit);
    let (document, problems) =
        scorm_package::xml::read(text, &scorm_package::xml::XmlLimits::default());
    assert!(document.is_some() && problems.is_empty(), "{problems:?}");
}
