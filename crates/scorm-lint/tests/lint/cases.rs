//! The literate cases under `tests/cases`: prose, packages, and the whole list of findings.
//!
//! A block ` ```package VERSION ` is followed by a block ` ```findings `. All rules run, at the
//! pedantic level. `GREENROOM_UPDATE_CASES=1` writes what was found into the files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scorm_lint::{RULES, Report};

use crate::fixture;

#[test]
fn every_case_has_exactly_its_findings() {
    let update = std::env::var_os("GREENROOM_UPDATE_CASES").is_some();
    let mut failures = Vec::new();
    for path in case_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let (actual, reports) = run(&text);
        assert!(!reports.is_empty(), "{} has no package", path.display());
        if update {
            std::fs::write(&path, &actual).unwrap();
        } else if actual != text {
            failures.push(format!("{}:\n{actual}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_rule_has_a_case_that_fires_and_one_that_does_not() {
    let mut files: BTreeMap<(String, String), PathBuf> = BTreeMap::new();
    for path in case_files() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let family = path
            .parent()
            .unwrap()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        files.insert((family, name), path);
    }
    let mut missing = Vec::new();
    for rule in RULES {
        let key = (rule.family().to_owned(), rule.name.replace('-', "_"));
        let Some(path) = files.remove(&key) else {
            missing.push(format!("{} {} has no case file", rule.code, rule.name));
            continue;
        };
        let (_, reports) = run(&std::fs::read_to_string(path).unwrap());
        let fires = |report: &Report| report.findings.iter().any(|f| f.code == rule.code);
        if !reports.iter().any(fires) {
            missing.push(format!("{} {} never fires", rule.code, rule.name));
        }
        if reports.iter().all(fires) {
            missing.push(format!("{} {} always fires", rule.code, rule.name));
        }
    }
    missing.extend(
        files
            .keys()
            .map(|(family, name)| format!("{family}/{name} has no rule")),
    );
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Every package of the cases, with the file it stands in.
pub(crate) fn packages() -> Vec<(String, fixture::Fixture)> {
    let mut packages = Vec::new();
    for path in case_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut blocks = text.split("```package ").skip(1);
        packages.extend(blocks.by_ref().map(|rest| {
            let (version, rest) = rest.split_once('\n').unwrap();
            let block = rest.split("\n```").next().unwrap_or_default();
            (name.clone(), fixture::package(version.trim(), block))
        }));
    }
    packages
}

fn case_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    for family in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(family.unwrap().path()).unwrap() {
            files.push(file.unwrap().path());
        }
    }
    files.sort();
    files
}

/// The text with the findings that there are, and the reports.
fn run(text: &str) -> (String, Vec<Report>) {
    let mut out = String::new();
    let mut reports: Vec<Report> = Vec::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        out.push_str(line);
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block: String = lines
            .by_ref()
            .take_while(|line| line.trim_end() != "```")
            .collect();
        if let Some(version) = info.trim().strip_prefix("package ") {
            reports.push(fixture::package(version, &block).lint());
            out.push_str(&block);
        } else if info.trim() == "findings" {
            let report = reports
                .last()
                .unwrap_or_else(|| panic!("findings without a package"));
            for finding in &report.findings {
                out.push_str(&fixture::line(finding));
                out.push('\n');
            }
        } else {
            out.push_str(&block);
        }
        out.push_str("```\n");
    }
    (out, reports)
}
