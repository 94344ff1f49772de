//! Real courses, and packages with known faults.

use std::fs;
use std::path::Path;

use greenroom_testkit::test_data;
use scorm_package::Limits;

use super::{Place, shape};

/// Rows of the table in the test data's README: name, version, number of SCOs.
fn known_courses(folder: &Path) -> Vec<(String, String, usize)> {
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|line| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches('`').trim_end_matches('/').to_owned();
        (name, cells[2].replace('-', "_"), cells[5].parse().unwrap())
    });
    rows.collect()
}

#[test]
fn every_real_course_opens() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let courses = known_courses(&folder);
    assert!(courses.len() > 15, "the table of courses was found");
    let mut wrong = Vec::new();
    for (name, version, scos) in courses {
        let place = Place::new();
        let package = place.open(&folder.join(&name), &Limits::default()).unwrap();
        let course = package.course();
        if course.scorm_version != Some(version.as_str()) || course.sco_count != scos {
            wrong.push(format!(
                "{name}: {version} with {scos} SCOs, got {course:?}"
            ));
        }
        assert!(
            course.course_id.is_some() && course.organization.is_some(),
            "{name}: {course:?}"
        );
        assert!(package.open_file("imsmanifest.xml").is_ok(), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_bad_package_gets_an_error_or_a_problem() {
    let Some(folder) = test_data("packages/bad") else {
        return;
    };
    let index = fs::read(folder.join("index.json")).unwrap();
    let index: Vec<serde_json::Value> = serde_json::from_slice(&index).unwrap();
    for case in index {
        let name = case["file"].as_str().unwrap();
        let place = Place::new();
        let category = case["category"].as_str().unwrap();
        match place.open(&folder.join(name), &Limits::default()) {
            // What cannot be read as a package, and only that, cannot be opened.
            Err(error) => {
                let got = shape(&error);
                let want: &[&str] = match category {
                    "zip" => &["path:", "security:", "manifest:"],
                    "security" => &["security:"],
                    "package" => &["manifest:"],
                    _ => &[],
                };
                assert!(
                    want.iter().any(|want| got.starts_with(want)),
                    "{name}: {got}"
                );
            }
            Ok(package) => {
                let notices = package.notices();
                assert!(!notices.is_empty(), "{name}: nothing was found");
                assert!(
                    ["manifest", "files", "xml", "security"].contains(&category),
                    "{name}"
                );
            }
        }
        assert_eq!(place.written_elsewhere(), Vec::<String>::new(), "{name}");
    }
}
