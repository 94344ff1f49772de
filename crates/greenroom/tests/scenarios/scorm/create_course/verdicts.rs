//! What `scorm_assess_lms` says of new courses: they work, or the LMS lacks what they need.

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::templates::{each, is_long};
use super::{course_path, create};
use crate::client;

/// The verdicts on a template, in these LMSs or in all that were measured.
fn assessed(client: &mut McpClient, template: &str, version: &str, lms: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let order = json!({"template": template, "scorm_version": version});
    let created = create(client, folder.path(), template, order);
    let mut arguments = json!({"package_path": course_path(&created), "lms": lms});
    if !is_long() {
        arguments["ways"] = json!(["lms_exit", "tab_closed"]);
    }
    if template == "course" {
        arguments["rehearsal"] = created["rehearsal_path"].clone();
    }
    let assessed = client.data_of_long_call("scorm_assess_lms", arguments);
    let path = assessed["assessment_path"].as_str().unwrap();
    let whole: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    whole["lms"].as_array().unwrap().clone()
}

/// It works, or nothing but the LMS is in the way.
fn is_well(told: &Value) -> bool {
    let reasons = told["reasons"].as_array().unwrap();
    let lacks = |reason: &Value| reason["lms_lacks"] == true || reason["fix"] == "none";
    told["verdict"] == "works" || (!reasons.is_empty() && reasons.iter().all(lacks))
}

fn work(client: &mut McpClient, template: &str, version: &str, lms: &[&str]) {
    for told in assessed(client, template, version, lms) {
        assert!(is_well(&told), "{template} {version}: {told:#}");
        if told["name"] == "standard" {
            assert_eq!(told["verdict"], "works", "{template} {version}: {told:#}");
        }
    }
}

#[test]
fn browser_new_courses_work_in_lmss_or_the_lms_lacks_something() {
    if is_long() {
        return each(|template, version| work(&mut client(), template, version, &[]));
    }
    work(&mut client(), "lesson", "1.2", &["standard", "moodle"]);
}
