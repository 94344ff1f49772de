//! Packed courses outside of Greenroom: other programs read them, and another run-time plays them.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::in_lms::PLAY;
use super::plain_lms::{PlainLms, SCORM_AGAIN, Saved};
use super::{course_path, create};
use crate::client;
use crate::scorm::package_course::{is_whole, names, validates};

const VERSIONS: [&str; 3] = ["1.2", "2004_3rd", "2004_4th"];
const TEMPLATES: [&str; 4] = ["blank", "lesson", "quiz", "course"];

/// The courses of every template and version as they are packed, by template and version.
fn packed(folder: &Path) -> Vec<(&'static str, &'static str, std::path::PathBuf)> {
    let mut client = client();
    let mut packed = Vec::new();
    for template in TEMPLATES {
        for version in VERSIONS {
            if (template, version) == ("course", "1.2") {
                continue;
            }
            let name = format!("{template}-{version}");
            let order = json!({"template": template, "scorm_version": version});
            let created = create(&mut client, folder, &name, order);
            let zip = folder.join(format!("{name}.zip"));
            let arguments = json!({"package_path": course_path(&created), "output_path": zip});
            let told = client.data("scorm_package_course", arguments);
            assert_eq!(told["left_out"]["files"], 0, "{name}: {told:#}");
            packed.push((template, version, zip));
        }
    }
    packed
}

#[test]
fn packed_courses_are_read_by_other_programs_and_valid_by_the_schemas() {
    let folder = tempfile::tempdir().unwrap();
    for (_, version, zip) in packed(folder.path()) {
        is_whole(&zip);
        assert_eq!(
            names(&zip).first().map(String::as_str),
            Some("imsmanifest.xml")
        );
        if version != "1.2" {
            validates(&zip);
        }
    }
}

/// The value of an element as text, whatever the run-time makes of it.
fn value(saved: &Saved, element: &str) -> String {
    let found = saved.get(element);
    found.map_or_else(String::new, |one| {
        one.as_str().map_or_else(|| one.to_string(), str::to_owned)
    })
}

#[test]
fn browser_packed_courses_report_status_and_score_to_scorm_again() {
    assert!(
        Path::new(SCORM_AGAIN).is_dir(),
        "scorm-again is missing: run `make setup` (or tests/differential/setup.sh)"
    );
    let folder = tempfile::tempdir().unwrap();
    let unpacked = folder.path().join("unpacked");
    std::fs::create_dir(&unpacked).unwrap();
    let lms = PlainLms::of(&unpacked);
    for (template, version, zip) in packed(folder.path()) {
        let name = zip.file_stem().unwrap().to_str().unwrap();
        let unzipped = Command::new("unzip")
            .arg("-q")
            .arg(&zip)
            .arg("-d")
            .arg(unpacked.join(name))
            .status();
        assert!(unzipped.unwrap().success());
        let (statuses, raw) = match version {
            "1.2" => (&["cmi.core.lesson_status"][..], "cmi.core.score.raw"),
            _ => (
                &["cmi.completion_status", "cmi.success_status"][..],
                "cmi.score.raw",
            ),
        };
        let scos = match template {
            "course" => &[
                "pretest.html",
                "lesson-01.html",
                "lesson-02.html",
                "posttest.html",
            ][..],
            _ => &["index.html"],
        };
        for sco in scos {
            let is_done = |saved: &Saved| {
                let reached = |status: &&str| value(saved, status);
                let mut reached = statuses.iter().map(reached);
                reached.all(|status| ["passed", "completed"].contains(&&*status))
            };
            let saved = lms.play(version, &format!("{name}/{sco}"), PLAY, is_done);
            let told = format!("{template} {version} {sco}: {saved:#?}");
            assert_eq!(value(&saved, raw).parse(), Ok(100.0), "{told}");
            assert_eq!(lms.complaints(), Vec::<String>::new(), "{told}");
        }
    }
}
