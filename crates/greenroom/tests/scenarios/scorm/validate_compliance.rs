//! `scorm_validate_compliance`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client;
use crate::validation::{Course, snapshot};

#[test]
fn a_broken_manifest_fills_errors() {
    let course = Course::tea_tasting();
    course.manifest("</metadata>", "</metadat>");
    let data = client().data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path()}),
    );
    assert!(!data["errors"].as_array().unwrap().is_empty());
    assert_eq!(data["verdicts"]["conformant"], false);
    assert_eq!(data["verdicts"]["will_import"]["generic"], "no");
    assert!(data["compliance_score"].as_u64().unwrap() <= 89);
}

#[test]
fn a_good_course_is_conformant_and_imports() {
    let course = Course::tea_tasting();
    let mut client = client();
    let data = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path()}),
    );
    assert_eq!(
        data["verdicts"],
        json!({"conformant": true, "will_import": {"generic": "yes"}}),
        "{:#}",
        data["errors"]
    );
    assert_eq!(data["fixed_issues"], json!([]));
    assert!(data.get("patch_path").is_none());
    let page = fs::read_to_string(data["report_path"].as_str().unwrap()).unwrap();
    assert!(page.contains("Tea tasting") && !page.contains("<script"));
    assert!(data["validation_report"].as_str().unwrap().len() <= 16 * 1024);
}

#[test]
fn fixes_happen_on_a_copy_and_the_patch_makes_the_same() {
    let course = Course::tea_tasting();
    course
        .manifest(
            "identifierref=\"leaves-page\"",
            "identifierref=\"leaves-page\" isvisible=\"True\"",
        )
        .manifest(
            "href=\"quiz.html\">\n      <file href=\"quiz.html\"/>",
            "href=\"Quiz.html\">\n      <file href=\"Quiz.html\"/>",
        );
    let before = snapshot(&course.path());
    let mut client = client();
    let data = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": course.path(), "fix_issues": true}),
    );
    assert_eq!(snapshot(&course.path()), before, "the source is as it was");
    let fixed = Path::new(data["fixed_workspace_path"].as_str().unwrap());
    let fixed_issues = data["fixed_issues"].as_array().unwrap();
    assert!(fixed_issues.len() >= 2, "{data:#}");
    assert!(
        fixed_issues
            .iter()
            .all(|issue| issue["applicability"] == "safe" && issue["description"].is_string())
    );
    assert!(data["score_after"].as_u64() > data["compliance_score"].as_u64());
    let again = client.data(
        "scorm_validate_compliance",
        json!({"workspace_path": fixed}),
    );
    assert_eq!(again["compliance_score"], data["score_after"]);
    assert_eq!(again["fixed_issues"], json!([]));

    let original = fixed.with_file_name("original");
    assert_eq!(snapshot(&original), before, "the original is kept");
    let applied = Command::new("git")
        .args(["apply", data["patch_path"].as_str().unwrap()])
        .current_dir(course.path())
        .env("GIT_DIR", course.path().join("none"))
        .output()
        .unwrap();
    assert!(
        applied.status.success(),
        "{}",
        String::from_utf8_lossy(&applied.stderr)
    );
    assert_eq!(snapshot(&course.path()), snapshot(fixed));
}

#[test]
fn artifacts_go_to_the_session_that_is_named() {
    let course = Course::tea_tasting();
    let mut client = client();
    let opened = client.data("scorm_session_open", json!({"package_path": course.path()}));
    let session_id = &opened["session_id"];
    let envelope = client
        .call("scorm_validate_compliance", json!({"workspace_path": course.path(), "session_id": session_id, "fix_issues": true, "backup_original": false}))
        .unwrap();
    assert_eq!(&envelope["data"]["session_id"], session_id);
    let types: Vec<&str> = crate::validation::column(&envelope["artifacts"], "type");
    assert_eq!(types, ["report", "patch"]);
    assert_eq!(
        envelope["artifacts_manifest_path"],
        opened["artifacts_manifest_path"]
    );
    let status = client.data("scorm_session_status", json!({"session_id": session_id}));
    assert_eq!(status["artifacts_count"], 2);
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["validation:completed"]}),
    );
    assert_eq!(
        events["events"][0]["payload"]["score"],
        envelope["data"]["compliance_score"]
    );
    let session_path = Path::new(opened["session_path"].as_str().unwrap());
    assert!(session_path.join("fixed").is_dir() && !session_path.join("original").exists());
}

/// The whole answer for a course with some settings.
fn assess(course: &Course, checks: &[&str], settings: &Value) -> Value {
    client().data(
        "scorm_validate_compliance",
        json!({
            "workspace_path": course.path(), "additional_checks": checks, "settings": settings,
        }),
    )
}

/// `severity rule` of every finding of a rule.
fn found(data: &Value, rule: &str) -> Vec<String> {
    let lists = ["errors", "warnings", "suggestions"];
    let findings = lists.iter().flat_map(|list| data[list].as_array().unwrap());
    let of_rule = findings.filter(|finding| finding["rule"] == rule);
    let severity = of_rule.map(|finding| finding["severity"].as_str().unwrap().to_owned());
    severity.collect()
}

#[test]
fn the_examples_have_nothing_to_complain_about() {
    for course in [Course::tea_tasting(), Course::hand_washing()] {
        let data = assess(&course, &[], &json!({}));
        assert_eq!(data["compliance_score"], 100, "{:#}", data["warnings"]);
        assert_eq!(data["warnings"], json!([]));
    }
}

#[test]
fn the_level_of_the_guidelines_decides_what_is_an_error() {
    let course = Course::tea_tasting();
    let style = "<style>h1 { color: #6a6a6a; background: #fff } b { color: #999; background: #fff }</style></head>";
    course.edit("leaves.html", "</head>", style);
    let contrast = |level: &str| {
        let data = assess(&course, &["accessibility"], &json!({ "wcag_level": level }));
        found(&data, "low-contrast")
    };
    let data = assess(&course, &["accessibility"], &json!({}));
    assert!(!data["errors"].as_array().unwrap().is_empty());
    let verdicts = json!({"conformant": true, "will_import": {"generic": "yes"}});
    assert_eq!(data["verdicts"], verdicts, "no fault against SCORM");
    assert_eq!(contrast("A"), ["info"]);
    assert_eq!(contrast("AA"), ["error"]);
    assert_eq!(contrast("AAA"), ["error", "error"]);
    let without = assess(&course, &[], &json!({ "wcag_level": "AAA" }));
    assert!(found(&without, "low-contrast").is_empty(), "not asked for");
}

#[test]
fn target_browsers_and_devices_change_what_is_found() {
    let course = Course::tea_tasting();
    let more = "<style>body { width: 1024px }</style><script>window.a?.b;</script></head>";
    course.edit("leaves.html", "</head>", more);
    let with = |targets: Value| {
        let settings = json!({ "targets": targets });
        assess(&course, &["browser_support"], &settings)
    };
    let data = with(json!({}));
    assert!(found(&data, "syntax-newer-than-target").is_empty());
    assert!(found(&data, "fixed-page-width").is_empty());
    let data = with(json!({ "browsers": ["chrome", "safari 13"] }));
    assert_eq!(found(&data, "syntax-newer-than-target"), ["error"]);
    let data = with(json!({ "browsers": ["safari 13.1"] }));
    assert!(found(&data, "syntax-newer-than-target").is_empty());
    let data = with(json!({ "devices": ["desktop", "mobile"] }));
    assert_eq!(found(&data, "fixed-page-width"), ["warning"]);
}

#[test]
fn thresholds_change_what_is_found() {
    let course = Course::tea_tasting();
    fs::write(course.path().join("photo.jpg"), vec![0_u8; 200_000]).unwrap();
    let with = |thresholds: Value| {
        assess(
            &course,
            &["performance"],
            &json!({ "thresholds": thresholds }),
        )
    };
    for (key, small, large, rule) in [
        ("image_kb", 100.0, 300.0, "picture-too-large"),
        ("file_mb", 0.1, 1.0, "file-too-large"),
        ("package_mb", 0.1, 1.0, "package-too-large"),
    ] {
        assert!(
            found(&with(json!({ key: large })), rule).is_empty(),
            "{key}"
        );
        assert!(
            !found(&with(json!({ key: small })), rule).is_empty(),
            "{key}"
        );
    }
    let requests = with(json!({ "requests": 1 }));
    assert!(!found(&requests, "too-many-requests").is_empty());
}

#[test]
fn each_lms_has_its_own_verdict_with_reasons() {
    let course = Course::tea_tasting();
    let profiles = json!(["generic", "moodle", "docebo", "scorm_cloud", "ours"]);
    let own = json!({ "ours": { "title": "Ours", "refused_file_types": ["html"] } });
    let settings = json!({ "lms_profiles": profiles, "profiles": own });
    let data = assess(&course, &["lms_compatibility"], &settings);
    let verdicts = &data["verdicts"];
    assert_eq!(
        verdicts["will_import"],
        json!({
            "generic": "yes", "moodle": "risk", "docebo": "no", "scorm_cloud": "yes", "ours": "no",
        }),
        "{verdicts:#}"
    );
    let reasons = verdicts["import_reasons"]["moodle"].to_string();
    assert!(reasons.contains("sequencing-not-followed"), "{reasons}");
    assert!(verdicts["import_reasons"].get("generic").is_none());
    assert!(!found(&data, "unsupported-version").is_empty());
}

#[test]
fn what_a_profile_keeps_decides_about_suspend_data() {
    let course = Course::hand_washing();
    let script = "<script>var api = window.parent.API; api.LMSInitialize(\"\"); \
        api.LMSSetValue(\"cmi.suspend_data\", \"12345\".repeat(1000));</script></body>";
    course.edit("index.html", "</body>", script);
    let with = |profile: &str| {
        let settings = json!({ "lms_profiles": [profile] });
        let data = assess(&course, &["lms_compatibility"], &settings);
        let standard = found(&data, "suspend-data-too-long");
        let of_lms = found(&data, "suspend-data-above-limit");
        (standard.len(), of_lms.len())
    };
    assert_eq!(with("generic"), (1, 0));
    assert_eq!(with("docebo"), (0, 1));
    assert_eq!(with("moodle"), (0, 0));
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    let course = Course::tea_tasting();
    for (settings, word) in [
        (json!({ "lms_profiles": ["blackbord"] }), "blackbord"),
        (
            json!({ "targets": { "browsers": ["netscape 4"] } }),
            "netscape 4",
        ),
        (json!({ "targets": { "devices": ["fridge"] } }), "fridge"),
    ] {
        let arguments = json!({ "workspace_path": course.path(), "settings": settings });
        let fault = client().failure("scorm_validate_compliance", arguments);
        assert_eq!(fault["error_code"], "MCP_INVALID_PARAMS");
        assert!(fault.to_string().contains(word), "{fault:#}");
    }
}
