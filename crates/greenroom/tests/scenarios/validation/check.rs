//! `greenroom check` and `greenroom rule`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::{Course, snapshot};
use crate::GREENROOM;

fn greenroom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(GREENROOM)
        .args(arguments)
        .current_dir(folder)
        .env("GREENROOM_HOME", folder.join("home"))
        .output()
        .unwrap()
}

fn check(course: &Course, arguments: &[&str]) -> (i32, String) {
    let all = [&["check", "course"][..], arguments].concat();
    let output = greenroom(course.folder.path(), &all);
    let stdout = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), stdout)
}

fn spoiled() -> Course {
    let course = Course::tea_tasting();
    course.manifest(
        "identifierref=\"leaves-page\"",
        "identifierref=\"leafs-page\" isvisible=\"True\"",
    );
    course
}

#[test]
fn text_shows_extract_and_caret() {
    let (code, text) = check(&spoiled(), &[]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("dangling-identifierref"), "{text}");
    assert!(text.contains("course/imsmanifest.xml:15:"), "{text}");
    assert!(
        text.contains("<item identifier=\"leaves\" identifierref=\"leafs-page\""),
        "{text}"
    );
    assert!(text.contains("^^^"), "{text}");
    assert!(text.contains("1 package checked: "), "{text}");
}

#[test]
fn text_shows_the_extract_of_a_long_line_below_its_place() {
    let course = Course::tea_tasting();
    let long = format!(
        "{}{}parent.document.title;",
        "\n".repeat(11),
        "a(1);".repeat(200)
    );
    fs::write(course.path().join("shared/long.js"), long).unwrap();
    course.edit(
        "leaves.html",
        "</body>",
        "<script src=\"shared/long.js\"></script></body>",
    );
    let (_, text) = check(&course, &["--select", "parent-document-access"]);
    let lines: Vec<&str> = text.lines().collect();
    let [title, place, margin, extract, mark, ..] = lines.as_slice() else {
        panic!("{text}");
    };
    assert!(title.contains("parent-document-access"), "{text}");
    assert_eq!(*place, "  --> course/shared/long.js:12:1001", "{text}");
    assert_eq!(*margin, "   |", "{text}");
    assert!(extract.starts_with("12 | …a(1);"), "{text}");
    assert_eq!(
        mark.find('^'),
        extract.find("parent").map(|at| at - 2),
        "{text}"
    );
}

#[test]
fn exit_codes_tell_clean_findings_and_failure() {
    let good = Course::tea_tasting();
    assert_eq!(check(&good, &["--level", "basic"]).0, 0);
    let bad = spoiled();
    assert_eq!(check(&bad, &["--fail-on", "fatal"]).0, 0);
    assert_eq!(check(&bad, &["--ignore", "ALL"]).0, 0);
    assert_eq!(
        check(&bad, &["--select", "RES021", "--fail-on", "info"]).0,
        1
    );
    let output = greenroom(bad.folder.path(), &["check", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: nowhere: "));
}

#[test]
fn json_records_have_all_members() {
    let (_, text) = check(&spoiled(), &["--format", "json"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    let package = &document["packages"][0];
    assert_eq!(
        (&package["path"], &package["scorm_version"]),
        (&"course".into(), &"SCORM 2004 4th Edition".into())
    );
    let finding = &package["findings"][0];
    let keys: Vec<&str> = finding
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut wanted = [
        "code",
        "name",
        "severity",
        "category",
        "message",
        "why",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
        "extract",
        "spec",
        "fix",
        "fingerprint",
        "vendor",
    ];
    wanted.sort_unstable();
    assert_eq!(keys, wanted);
    let (_, lines) = check(&spoiled(), &["--format", "jsonl"]);
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["package"], "course");
    }
    assert_eq!(
        lines.lines().count(),
        package["findings"].as_array().unwrap().len()
    );
}

#[test]
fn other_formats_name_the_finding() {
    let course = spoiled();
    for (format, wanted) in [
        ("sarif", "\"ruleId\": \"RES020\""),
        ("github", "::error file=course/imsmanifest.xml,line=15,"),
        ("junit", "<failure type=\"error\""),
        ("html", "<!doctype html>"),
    ] {
        let (code, text) = check(&course, &["--format", format]);
        assert_eq!(code, 1, "{format}");
        assert!(
            text.contains(wanted) && text.contains("leafs-page"),
            "{format}: {text}"
        );
    }
}

#[test]
fn fixes_go_to_a_copy_and_diff_only_shows_them() {
    let course = spoiled();
    let before = snapshot(&course.path());
    let (code, diff) = check(&course, &["--diff"]);
    assert_eq!(code, 1);
    assert!(diff.starts_with("--- a/imsmanifest.xml"), "{diff}");
    assert!(
        diff.contains(
            "+      <item identifier=\"leaves\" identifierref=\"leafs-page\" isvisible=\"true\">"
        ),
        "{diff}"
    );
    assert!(!course.folder.path().join("greenroom-fixed").exists());
    let (_, text) = check(&course, &["--fix", "--output", "copies"]);
    assert!(text.contains("fixed in the copy copies/course"), "{text}");
    let copy =
        fs::read_to_string(course.folder.path().join("copies/course/imsmanifest.xml")).unwrap();
    assert!(copy.contains("isvisible=\"true\""));
    assert_eq!(snapshot(&course.path()), before);
}

#[test]
fn the_project_file_and_comments_switch_rules_off() {
    let course = spoiled();
    let config = course.folder.path().join("greenroom.toml");
    fs::write(&config, "level = \"strict\"\n[per-path-ignores]\n\"imsmanifest.xml\" = [\"RES\", \"SCH\", \"STR\"]\n").unwrap();
    let (code, text) = check(&course, &[]);
    assert!(!text.contains("dangling-identifierref"), "{code} {text}");
    fs::write(&config, "levle = \"strict\"\n").unwrap();
    let output = greenroom(course.folder.path(), &["check", "course"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("levle"));
    fs::remove_file(&config).unwrap();
    course.manifest(
        "<item identifier=\"leaves\"",
        "<!-- greenroom-ignore dangling-identifierref -->\n<item identifier=\"leaves\"",
    );
    assert!(!check(&course, &[]).1.contains("dangling-identifierref"));
}

#[test]
fn a_package_cannot_say_how_it_is_judged() {
    let course = spoiled();
    let silent = "ignore = [\"ALL\"]\nfail-on = \"fatal\"\n";
    fs::write(course.path().join("greenroom.toml"), silent).unwrap();
    fs::create_dir(course.path().join("shared/more")).unwrap();
    for path in ["course", "course/.", "course/shared/more/../.."] {
        let output = greenroom(course.folder.path(), &["check", path]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{path}: {text}");
        assert!(text.contains("dangling-identifierref"), "{path}: {text}");
        assert!(text.contains("settings-in-package"), "{path}: {text}");
    }
    // Whoever runs the check may take them nevertheless.
    assert_eq!(
        check(&course, &["--settings", "course/greenroom.toml"]).0,
        0
    );
    fs::write(course.folder.path().join("greenroom.toml"), silent).unwrap();
    assert_eq!(check(&course, &[]).0, 0);
    let (code, _) = check(&course, &["--settings", "nowhere.toml"]);
    assert_eq!(code, 2);
}

#[test]
fn a_baseline_leaves_only_what_is_new() {
    let course = spoiled();
    assert_eq!(check(&course, &["--write-baseline", "known.txt"]).0, 1);
    assert_eq!(check(&course, &["--baseline", "known.txt"]).0, 0);
    course.manifest(
        "identifierref=\"quiz-page\"",
        "identifierref=\"quizz-page\"",
    );
    let (code, text) = check(&course, &["--baseline", "known.txt"]);
    assert_eq!(code, 1);
    assert!(
        text.contains("quizz-page") && !text.contains("leafs-page\" is"),
        "{text}"
    );
    assert_eq!(check(&course, &["--baseline", "none.txt"]).0, 2);
}

#[test]
fn many_packages_come_in_order() {
    let course = Course::tea_tasting();
    for n in 0..30 {
        greenroom_testkit::copy_folder(
            &course.path(),
            &course.folder.path().join(format!("many/{n:02}")),
        );
    }
    fs::write(
        course.folder.path().join("many/05/imsmanifest.xml"),
        "<manifest",
    )
    .unwrap();
    fs::write(course.folder.path().join("many/zip.zip"), "no zip").unwrap();
    let output = greenroom(
        course.folder.path(),
        &["check", "many", "--format", "json", "--jobs", "2"],
    );
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = document["packages"].as_array().unwrap();
    assert_eq!(packages.len(), 31);
    let paths: Vec<&str> = packages
        .iter()
        .map(|package| package["path"].as_str().unwrap())
        .collect();
    assert!(paths.is_sorted());
    assert_eq!(packages[5]["findings"][0]["name"], "malformed-manifest");
    assert_eq!(packages[30]["findings"][0]["name"], "unreadable-archive");
}

#[test]
fn a_rule_explains_itself() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["RES002", "res002", "missing-launch-file"] {
        let output = greenroom(folder.path(), &["rule", name]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && text.contains("\nUse instead\n-----------\n"),
            "{text}"
        );
    }
    let output = greenroom(folder.path(), &["rule", "RES999"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("RES002"));
}

#[test]
fn the_settings_file_names_lms_browsers_and_the_guidelines() {
    let course = Course::tea_tasting();
    let more =
        "<style>b { color: #999; background: #fff }</style><script>window.a?.b;</script></head>";
    course.edit("leaves.html", "</head>", more);
    let file = course.folder.path().join("greenroom.toml");
    assert_eq!(check(&course, &[]).0, 0);
    fs::write(&file, "wcag-level = \"AA\"\n").unwrap();
    let (code, text) = check(&course, &[]);
    assert!(code == 1 && text.contains("low-contrast"), "{text}");
    fs::write(&file, "browsers = [\"safari 13\"]\n").unwrap();
    let (code, text) = check(&course, &[]);
    assert!(code == 1 && text.contains("Safari 13.1 does"), "{text}");
    let own =
        "profile = [\"ours\"]\n[profiles.ours]\nversions = [\"1.2\"]\nsource = \"our handbook\"\n";
    fs::write(&file, own).unwrap();
    let (code, text) = check(&course, &[]);
    assert!(code == 1 && text.contains("our handbook"), "{text}");
    for wrong in ["profile = [\"ours\"]", "browsers = [\"lynx\"]", "levle = 1"] {
        fs::write(&file, wrong).unwrap();
        assert_eq!(check(&course, &[]).0, 2, "{wrong}");
    }
}

#[test]
fn a_place_far_right_in_minified_code_is_shown() {
    let course = Course::tea_tasting();
    let code = format!("{}parent.document.title=\"x\";", "var a=1;".repeat(200));
    fs::write(course.path().join("min.js"), code).unwrap();
    course.edit(
        "leaves.html",
        "</head>",
        "<script src=\"min.js\"></script></head>",
    );
    let (_, text) = check(&course, &["--select", "DOM001"]);
    assert!(text.contains("course/min.js:1:1601"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let shown = lines
        .iter()
        .position(|line| line.contains("parent.document.title="));
    let shown = shown.unwrap_or_else(|| panic!("{text}"));
    let before = |line: &str, mark: &str| line[..line.find(mark).unwrap()].chars().count();
    assert_eq!(
        before(lines[shown], "parent"),
        before(lines[shown + 1], "^"),
        "{text}"
    );
}
