//! `scorm_lint_manifest` and `scorm_lint_sequencing`.

mod scripts;

use std::fs;

use greenroom_testkit::ZipFile;
use serde_json::{Value, json};

use crate::client;
use crate::validation::{Course, column};

fn lint(course: &Course) -> Value {
    client().data(
        "scorm_lint_manifest",
        json!({ "workspace_path": course.path() }),
    )
}

fn sequencing(course: &Course) -> Value {
    client().data(
        "scorm_lint_sequencing",
        json!({ "workspace_path": course.path() }),
    )
}

#[test]
fn a_good_manifest_is_valid_as_folder_and_as_zip() {
    let course = Course::tea_tasting();
    let data = lint(&course);
    assert_eq!(
        (&data["valid"], &data["scorm_version"], &data["errors"]),
        (&json!(true), &json!("2004_4th"), &json!([])),
        "{data:#}"
    );
    let mut zip = ZipFile::new();
    for (name, bytes) in crate::validation::snapshot(&course.path()) {
        zip = zip.file(name.to_str().unwrap(), &bytes);
    }
    let path = course.path().with_extension("zip");
    fs::write(&path, zip.bytes()).unwrap();
    let of_zip = client().data("scorm_lint_manifest", json!({ "package_path": path }));
    assert_eq!(of_zip["findings"], data["findings"]);
}

#[test]
fn every_version_is_recognized() {
    let course = Course::hand_washing();
    let data = lint(&course);
    assert_eq!(data["scorm_version"], "1.2", "{data:#}");
    assert_eq!(
        data["valid"], true,
        "adlcp:scormtype is understood: {data:#}"
    );
    for (schemaversion, version) in [
        ("2004 4th Edition", "2004_4th"),
        ("2004 3rd Edition", "2004_3rd"),
        ("CAM 1.3", "2004_2nd"),
    ] {
        let course = Course::tea_tasting();
        course.manifest("2004 4th Edition", schemaversion);
        assert_eq!(lint(&course)["scorm_version"], version);
    }
}

#[test]
fn broken_xml_is_a_finding_with_its_place() {
    let course = Course::tea_tasting();
    course.manifest("</metadata>", "</metadat>");
    let data = lint(&course);
    assert_eq!(data["valid"], false);
    let first = data["errors"][0].as_str().unwrap();
    assert!(first.starts_with("imsmanifest.xml:11:"), "{first}");
    assert_eq!(data["findings"][0]["line"], 11);
}

#[test]
fn a_missing_launch_file_is_an_error_with_line_and_extract() {
    let course = Course::tea_tasting();
    course.manifest("href=\"quiz.html\">", "href=\"quizz.html\">");
    let data = lint(&course);
    let findings = data["findings"].as_array().unwrap();
    let missing = findings
        .iter()
        .find(|f| f["rule"] == "missing-launch-file")
        .unwrap();
    assert_eq!(missing["severity"], "error");
    assert!(missing["extract"].as_str().unwrap().contains("quizz.html"));
    assert!(
        missing["line"].is_u64() && missing["column"].is_u64() && missing["end_column"].is_u64()
    );
    for key in [
        "why",
        "fix_suggestion",
        "reference",
        "fingerprint",
        "category",
        "message",
    ] {
        assert!(missing[key].is_string(), "{key}: {missing:#}");
    }
    let lines: Vec<&str> = data["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e.as_str().unwrap())
        .collect();
    let line = format!(
        "imsmanifest.xml:{}:{} missing-launch-file: ",
        missing["line"], missing["column"]
    );
    assert!(
        lines.iter().any(|error| error.starts_with(&line)),
        "{lines:?}"
    );
}

#[test]
fn strict_mode_finds_what_many_tolerate() {
    // The schema is not in the package.
    let course = Course::hand_washing();
    course.manifest(
        "xmlns:adlcp=",
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd\" xmlns:adlcp=",
    );
    let findings = |strict: bool| {
        let arguments = json!({ "workspace_path": course.path(), "strict_mode": strict });
        let data = client().data("scorm_lint_manifest", arguments);
        data["findings"].as_array().unwrap().len()
    };
    assert!(findings(true) > findings(false));
}

#[test]
fn faults_of_sequencing_are_found_with_their_item() {
    for (from, to, rule, item) in [
        (
            "identifier=\"quiz\" identifierref=\"quiz-page\"",
            "identifier=\"quiz\"",
            "leaf-without-resource",
            "quiz",
        ),
        (
            "<imsss:sequencing>\n        <imsss:controlMode",
            "<imsss:sequencing IDRef=\"gone\">\n        <imsss:controlMode",
            "unknown-sequencing-idref",
            "tea",
        ),
        (
            "<imsss:minNormalizedMeasure>0.6<",
            "<imsss:minNormalizedMeasure>6<",
            "number-out-of-range",
            "quiz",
        ),
    ] {
        let course = Course::tea_tasting();
        course.manifest(from, to);
        let data = sequencing(&course);
        let issues = data["issues"].as_array().unwrap();
        let issue = issues.iter().find(|issue| issue["rule"] == rule);
        let issue = issue.unwrap_or_else(|| panic!("{rule}: {data:#}"));
        assert_eq!(issue["item_identifier"], item, "{issue:#}");
        assert!(issue["line"].is_u64() && issue["path"].as_str().unwrap().starts_with("tea"));
        assert!(!issue["fix_suggestion"].as_str().unwrap().is_empty());
    }
}

#[test]
fn unreachable_and_contradictory_activities_are_found() {
    let unreachable = Course::tea_tasting();
    unreachable.manifest(
        "conditionCombination=\"any\">\n                <imsss:ruleCondition referencedObjective=\"brewing-read\" condition=\"objectiveStatusKnown\" operator=\"not\"/>\n                <imsss:ruleCondition referencedObjective=\"brewing-read\" condition=\"satisfied\" operator=\"not\"/>",
        ">\n                <imsss:ruleCondition condition=\"always\"/>",
    );
    let found = sequencing(&unreachable);
    assert!(
        column(&found["issues"], "rule")
            .iter()
            .any(|rule| rule.contains("unreachable") || rule.contains("always")),
        "{found:#}"
    );
    let contradictory = Course::tea_tasting();
    contradictory.manifest(
        "<imsss:controlMode choice=\"true\" flow=\"true\"/>",
        "<imsss:controlMode choice=\"true\" flow=\"true\"/>\n<imsss:rollupRules>\
         <imsss:rollupRule childActivitySet=\"any\"><imsss:rollupConditions><imsss:rollupCondition condition=\"attempted\"/></imsss:rollupConditions><imsss:rollupAction action=\"satisfied\"/></imsss:rollupRule>\
         <imsss:rollupRule childActivitySet=\"any\"><imsss:rollupConditions><imsss:rollupCondition condition=\"attempted\"/></imsss:rollupConditions><imsss:rollupAction action=\"notSatisfied\"/></imsss:rollupRule>\
         </imsss:rollupRules>",
    );
    let found = sequencing(&contradictory);
    assert!(
        column(&found["issues"], "rule").contains(&"contradictory-rollup-rules"),
        "{found:#}"
    );
}

#[test]
fn stats_count_what_is_there() {
    let data = sequencing(&Course::tea_tasting());
    assert_eq!(
        data["stats"],
        json!({"itemsScanned": 3, "organizations": 1, "defaultOrganization": "tea", "rules": 1, "objectives": 3})
    );
    assert_eq!(data["issues"], json!([]), "{data:#}");
}

#[test]
fn packages_that_cannot_be_read_have_their_codes() {
    let mut client = client();
    let folder = tempfile::tempdir().unwrap();
    for tool in [
        "scorm_lint_manifest",
        "scorm_lint_sequencing",
        "scorm_validate_workspace",
        "scorm_validate_compliance",
        "scorm_report",
    ] {
        let missing = client.failure(tool, json!({"workspace_path": folder.path().join("none")}));
        assert_eq!(missing["error_code"], "PATH_RESOLUTION_ERROR", "{tool}");
        let empty = client.failure(tool, json!({"workspace_path": folder.path()}));
        assert_eq!(empty["error_code"], "MANIFEST_NOT_FOUND", "{tool}");
        let zip = folder.path().join("bad.zip");
        fs::write(&zip, ZipFile::new().file("../evil", b"x").bytes()).unwrap();
        let hostile = client.failure(tool, json!({"workspace_path": zip}));
        fs::remove_file(&zip).unwrap();
        assert_eq!(hostile["error_code"], "SECURITY_VIOLATION", "{tool}");
    }
}
