//! A course that calls without end: it stops at the limit of the journal, and nothing else does.

use std::fs;

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::GREENROOM;
use crate::course::{Course, QUIET_PAGE, api_call};

const ENDLESS_PAGE: &str = "<!doctype html><title>Endless</title><p>Calls and calls.\
     <script>
       const api = parent.API_1484_11
       api.Initialize('')
       api.SetValue('cmi.location', 'page 7')
       api.SetValue('cmi.exit', 'suspend')
       api.Commit('')
       const callWithoutEnd = () => setInterval(() => {
         for (let n = 0; n < 100; n++) api.SetValue('cmi.suspend_data', 'x'.repeat(1000) + n)
       }, 5)
     </script>";

#[test]
fn browser_endless_calls_end_at_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config.toml");
    fs::write(&config, "[limits]\njournal_bytes = 2000000\n").unwrap();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").arg("--config").arg(&config)
    });
    let endless = Course::new("endless", ENDLESS_PAGE);
    let quiet = Course::new("quiet", QUIET_PAGE);
    let other = client.data("scorm_open_course", json!({"package_path": quiet.path()}));
    let opened = client.data("scorm_open_course", json!({"package_path": endless.path()}));
    let id = opened["session_id"].as_str().unwrap();
    let begin = json!({"session_id": id, "expression": "callWithoutEnd()"});
    if let Err(failure) = client.call("scorm_dom_evaluate", begin) {
        // Met before this was answered.
        assert_eq!(failure["data"]["error_code"], "LIMIT_EXCEEDED", "{failure}");
    }

    let refused = loop {
        let read = api_call(id, "GetValue", &["cmi.location"]);
        if let Err(failure) = client.call("scorm_api_call", read) {
            break failure["data"].clone();
        }
    };
    assert_eq!(refused["error_code"], "LIMIT_EXCEEDED", "{refused:#}");
    let hint = refused["hint"].as_str().unwrap();
    assert!(hint.contains("limits.journal_bytes"), "{refused:#}");

    let read = api_call(
        other["session_id"].as_str().unwrap(),
        "GetValue",
        &["cmi.entry"],
    );
    assert_eq!(client.data("scorm_api_call", read)["result"], "ab-initio");

    client.data("scorm_close_course", json!({"session_id": id}));
    let again = client.data("scorm_open_course", json!({"package_path": endless.path()}));
    assert_eq!(again["resume"]["resumed"], true, "{again:#}");
    let place = api_call(
        again["session_id"].as_str().unwrap(),
        "GetValue",
        &["cmi.location"],
    );
    assert_eq!(client.data("scorm_api_call", place)["result"], "page 7");
}
