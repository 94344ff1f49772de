//! The official clients of others drive the server, in both eras of the protocol.

use greenroom_testkit::OfficialClient;
use serde_json::json;

use super::houses::upload;
use super::{Theater, small_zip};

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
    let theater = Theater::new();
    let package = upload(&theater, &theater.anna, "waiting.zip", &small_zip());
    let plan = json!({
        "open": {"name": "scorm_session_open", "arguments": {"package_path": package}},
        "slow": {
            "name": "scorm_session_events",
            "arguments": {"wait_ms": 45_000, "types": ["runtime:opened"]},
        },
    });
    let address = format!("http://{}/mcp", theater.server.address());
    client.drive(&plan, &[&address, &theater.anna], |command| command);
}
