//! The official clients of others drive the real binary.

use greenroom_testkit::{OfficialClient, files};
use serde_json::json;

use super::GREENROOM;

#[test]
fn the_python_client_works_in_both_eras() {
    drive(OfficialClient::Python);
}

#[test]
fn the_typescript_client_works() {
    drive(OfficialClient::TypeScript);
}

/// A session without a runtime makes no events, so waiting for one takes long.
fn drive(client: OfficialClient) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let course = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files("//- imsmanifest.xml\n<manifest identifier=\"waiting\"/>\n") {
        std::fs::write(course.path().join(name), text).expect("the course is written");
    }
    let plan = json!({
        "open": {"name": "scorm_session_open", "arguments": {"package_path": course.path()}},
        "slow": {
            "name": "scorm_session_events",
            "arguments": {"wait_ms": 45_000, "types": ["runtime:opened"]},
        },
    });
    client.drive(&plan, &[GREENROOM, "--mcp"], |command| {
        command.env("GREENROOM_HOME", home.path())
    });
}
