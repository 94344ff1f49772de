//! Real packages, good and bad, through the tools.

use std::fs;

use greenroom_testkit::test_data;
use serde_json::{Value, json};

use crate::client;

#[test]
fn every_real_course_opens_and_closes() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let mut client = client();
    let mut opened = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("bad") || path.ends_with("README.md") {
            continue;
        }
        let data = client.data("scorm_session_open", json!({ "package_path": path }));
        assert!(
            data["course"]["sco_count"].as_u64().unwrap() > 0,
            "{path:?}: {data}"
        );
        assert!(
            data["course"]["scorm_version"].is_string(),
            "{path:?}: {data}"
        );
        let workspace = data["workspace_path"].as_str().unwrap();
        assert!(
            fs::exists(format!("{workspace}/imsmanifest.xml")).unwrap(),
            "{path:?}"
        );
        client.data(
            "scorm_session_close",
            json!({ "session_id": data["session_id"] }),
        );
        opened += 1;
    }
    assert!(opened > 15, "{opened} courses");
}

#[test]
fn every_bad_package_gets_a_code_or_a_notice() {
    let Some(folder) = test_data("packages/bad") else {
        return;
    };
    let index: Vec<Value> =
        serde_json::from_slice(&fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut client = client();
    for case in index {
        let name = case["file"].as_str().unwrap();
        let path = folder.join(name);
        match client.call("scorm_session_open", json!({ "package_path": path })) {
            Ok(envelope) => {
                let notices = envelope["diagnostics"]["notices"].as_array();
                assert!(
                    notices.is_some_and(|notices| !notices.is_empty()),
                    "{name}: {envelope}"
                );
            }
            Err(error) => {
                let code = error["data"]["error_code"].as_str().unwrap();
                let known = [
                    "PATH_RESOLUTION_ERROR",
                    "MANIFEST_NOT_FOUND",
                    "SECURITY_VIOLATION",
                ];
                assert!(known.contains(&code), "{name}: {error}");
            }
        }
    }
}
