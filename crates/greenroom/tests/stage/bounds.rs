//! What pages say and take is bounded, however much it is.

use std::fs;

use greenroom_testkit::McpClient;
use serde_json::json;

use crate::course::{Course, api_call};
use crate::processes::memory_of;
use crate::{GREENROOM, client};

/// What the server may take more after a page has said gigabytes.
const GROWTH: u64 = 100 << 20;

/// Says 10 MB so many times, each time in its own task, and then that it is done.
fn saying(what: &str, times: u32) -> String {
    format!(
        "<!doctype html><title>Says much</title><script>
         const api = parent.API_1484_11
         api.Initialize('')
         const text = 'x'.repeat(1e7)
         let left = {times}
         const go = () => setTimeout(() => {{
           if (--left === 0) api.SetValue('cmi.location', 'done'); else go()
           {what}
         }})
         </script>"
    )
}

#[test]
fn browser_gigabytes_of_messages_do_not_grow_the_server() {
    let mut client = client();
    for (what, times) in [
        ("console.error(text)", 150),
        ("throw new Error(text)", 50),
        ("Promise.reject(text)", 50),
        (
            "fetch('http://example.com/' + text.slice(0, 60000) + left).catch(() => {})",
            5000,
        ),
        ("new Image().src = 'data:image/png,' + text", 50),
    ] {
        let course = Course::new("says-much", &saying(what, times));
        let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
        let session = opened["session_id"].as_str().unwrap().to_owned();
        let before = memory_of(client.pid());
        let begin = json!({"session_id": session, "expression": "go()"});
        client.data("scorm_dom_evaluate", begin);
        let mut most = before;
        loop {
            let place = api_call(&session, "GetValue", &["cmi.location"]);
            let place = client.data("scorm_api_call", place);
            most = most.max(memory_of(client.pid()));
            if place["result"] == "done" {
                break;
            }
        }
        println!(
            "{what}: {} MB before, {} MB at most",
            before >> 20,
            most >> 20
        );
        assert!(
            most < before + GROWTH,
            "{what}: {before} bytes grew to {most}"
        );
        if what.starts_with("console") {
            let errors = client.data("scorm_get_console_errors", json!({"session_id": session}));
            assert!(errors.to_string().contains("left out"), "{errors:#}");
        }
        client.data("scorm_close_course", json!({"session_id": session}));
    }
}

#[test]
fn browser_array_buffers_count_as_memory_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config.toml");
    fs::write(&config, "[limits]\nrenderer_memory_mb = 256\n").unwrap();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").arg("--config").arg(&config)
    });
    let page = "<!doctype html><title>Buffers</title>\
         <script>parent.API_1484_11.Initialize(''); const kept = []</script>";
    let course = Course::new("buffers", page);
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let session = opened["session_id"].as_str().unwrap();
    // Not more than a gigabyte, should nobody stop it.
    let take = "new Promise(() => {
        const more = () => { kept.push(new Uint8Array(5e7).fill(1)); if (kept.length < 20) setTimeout(more) }
        more()
    })";
    let failure = client.failure(
        "scorm_dom_evaluate",
        json!({"session_id": session, "expression": take, "timeout_ms": 20000}),
    );
    assert_eq!(failure["error_code"], "BROWSER_CRASHED", "{failure:#}");
    client.data("scorm_close_course", json!({"session_id": session}));
}
