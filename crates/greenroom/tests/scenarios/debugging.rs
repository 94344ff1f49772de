//! Pictures, and courses that one call plays and debugs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client;

/// A course of our own below `examples/courses`.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/courses")
        .join(name)
}

/// A course with one SCO per page, SCORM 2004 4th Edition; items are `i0`, `i1`, …
fn course(pages: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (index, page) in pages.iter().enumerate() {
        fs::write(folder.path().join(format!("p{index}.html")), page).unwrap();
    }
    let per_page = |part: fn(usize) -> String| -> String {
        let parts: Vec<String> = (0..pages.len()).map(part).collect();
        parts.concat()
    };
    let items = per_page(|index| {
        format!(
            r#"<item identifier="i{index}" identifierref="r{index}"><title>Page {index}</title></item>"#
        )
    });
    let resources = per_page(|index| {
        format!(
            r#"<resource identifier="r{index}" type="webcontent" adlcp:scormType="sco" href="p{index}.html"><file href="p{index}.html"/></resource>"#
        )
    });
    let manifest = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="Debugged" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Debugged</title>{items}
    <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing></organization></organizations>
  <resources>{resources}</resources>
</manifest>"#
    );
    fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    folder
}

/// A page without faults around `body`.
fn page(body: &str) -> String {
    format!(
        r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>{body}</body></html>"#
    )
}

/// The envelope of a result with a picture, and the picture's bytes.
fn picture(client: &mut McpClient, tool: &str, arguments: &Value) -> (Value, Vec<u8>) {
    let answer = client.request("tools/call", json!({"name": tool, "arguments": arguments}));
    let result = &answer["result"];
    assert!(result.get("structuredContent").is_none(), "{answer:#}");
    assert_eq!(result["content"][0]["type"], "image", "{answer:#}");
    let base64 = result["content"][0]["data"].as_str().unwrap();
    let text = result["content"][1]["text"].as_str().unwrap();
    (serde_json::from_str(text).unwrap(), decoded(base64))
}

fn decoded(base64: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = base64.bytes().filter(|byte| *byte != b'=').collect();
    let chunk = |four: &[u8]| {
        let bits = four
            .iter()
            .fold(0u32, |bits, digit| bits << 6 | u32::from(value(*digit)));
        let bits = bits << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(chunk).collect()
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

fn open(client: &mut McpClient, path: &Path) -> String {
    let opened = client.data("scorm_open_course", json!({"package_path": path}));
    opened["session_id"].as_str().unwrap().to_owned()
}

fn types_of(issues: &Value) -> Vec<&str> {
    let issues = issues.as_array().unwrap();
    issues.iter().map(|i| i["type"].as_str().unwrap()).collect()
}

#[test]
fn browser_a_picture_of_the_running_course_is_an_artifact() {
    let mut client = client();
    let session_id = open(&mut client, &example("tea-tasting"));
    let arguments = json!({"session_id": session_id, "capture_options": {"analyze_layout": true, "return_base64": true}});
    let (envelope, png) = picture(&mut client, "scorm_capture_screenshot", &arguments);
    assert_eq!(size(&png), (1024, 768));
    let data = &envelope["data"];
    assert_eq!(
        data["image"],
        json!({"width": 1024, "height": 768, "mime": "image/png"})
    );
    assert_eq!(data["activity"], "leaves");
    assert_eq!(decoded(data["screenshot_data"].as_str().unwrap()), png);
    assert_eq!(
        data["layout_analysis"]["summary"],
        json!({"errors": 0, "warnings": 0, "info": 0})
    );
    assert_eq!(
        fs::read(data["artifact_path"].as_str().unwrap()).unwrap(),
        png
    );
    let manifest = fs::read(envelope["artifacts_manifest_path"].as_str().unwrap()).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(
        manifest["artifacts"][0]["path"],
        envelope["artifacts"][0]["path"]
    );
    let failure = client.failure(
        "scorm_capture_screenshot",
        json!({"session_id": session_id, "capture_options": {"wait_for_selector": "#never", "wait_timeout_ms": 100}}),
    );
    assert_eq!(failure["error_code"], "CAPTURE_FAILED");
    let failure = client.failure("scorm_capture_screenshot", json!({"session_id": "none"}));
    assert_eq!(failure["error_code"], "RUNTIME_NOT_OPEN");
}

#[test]
fn browser_a_resize_reaches_the_course_and_the_next_picture() {
    let mut client = client();
    let body = r#"<h1>Size</h1><script>addEventListener("resize", () => document.title = "resized")</script>"#;
    let course = course(&[&page(body)]);
    let session_id = open(&mut client, course.path());
    let resized = client.data(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "width": 640, "height": 480}),
    );
    assert_eq!(resized["inner_size"], json!({"width": 640, "height": 480}));
    let (_, png) = picture(
        &mut client,
        "scorm_capture_screenshot",
        &json!({"session_id": session_id}),
    );
    assert_eq!(size(&png), (640, 480));
    let resized = client.data(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "device": "mobile"}),
    );
    assert_eq!(resized["inner_size"], json!({"width": 390, "height": 844}));
    let failure = client.failure("scorm_set_viewport_size", json!({"session_id": session_id}));
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    let failure = client.failure(
        "scorm_set_viewport_size",
        json!({"session_id": session_id, "width": 100}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn browser_a_small_button_is_found_and_nothing_is_saved() {
    let mut client = client();
    let body = r#"<h1>Buttons</h1><button id="small" style="width: 30px; height: 30px; padding: 0">x</button>"#;
    let course = course(&[&page(body)]);
    let arguments = json!({"workspace_path": course.path(), "viewport": {"device": "mobile"}});
    let (envelope, png) = picture(&mut client, "scorm_take_screenshot", &arguments);
    assert_eq!(size(&png).0, 390);
    let layout = &envelope["data"]["layout_analysis"];
    assert_eq!(
        types_of(&layout["responsive_issues"]),
        ["button_too_small"],
        "{layout:#}"
    );
    let issue = &layout["responsive_issues"][0];
    assert_eq!(issue["selector"], "#small");
    assert_eq!(issue["measured"], json!({"width": 30, "height": 30}));
    assert_eq!(layout["accessibility_issues"], json!([]), "{layout:#}");
    assert_eq!(layout["content_issues"], json!([]), "{layout:#}");
    assert!(!client.home().join("scorm-sessions").exists());
    assert_eq!(
        client.data("scorm_session_list", json!({}))["sessions"],
        json!([])
    );
}

#[test]
fn browser_each_fault_of_a_layout_is_found_alone() {
    let mut client = client();
    let session_course = course(&[&page("<h1>Fine</h1><p>A page without faults.</p>")]);
    let session_id = open(&mut client, session_course.path());
    let whole = |head: &str, body: &str| page(body).replace("</head>", &format!("{head}</head>"));
    let text = "<h1>Title</h1><p>Some text to read.</p>";
    for (fault, html) in [
        ("", page(text)),
        (
            "horizontal_overflow",
            page(&format!(
                "{text}<div style='width: 3000px; height: 9px; background: #000'></div>"
            )),
        ),
        (
            "off_screen",
            page(&format!(
                "{text}<button style='position: absolute; left: -60px; width: 80px; height: 50px'>Go</button>"
            )),
        ),
        (
            "text_too_small",
            page("<h1>Title</h1><p style='font-size: 9px'>tiny</p>"),
        ),
        (
            "missing_viewport_meta",
            page(text).replace("viewport", "other"),
        ),
        (
            "missing_alt",
            page(&format!(
                "{text}<img width=50 height=50 src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='>"
            )),
        ),
        (
            "missing_label",
            page(&format!(
                "{text}<input style='width: 99px; height: 50px; font-size: 16px' placeholder=Name>"
            )),
        ),
        ("missing_lang", page(text).replace(" lang=\"en\"", "")),
        (
            "missing_title",
            page(text).replace("<title>Page</title>", ""),
        ),
        (
            "low_contrast",
            page("<h1>Title</h1><p style='color: #aaa; background: #fff'>pale</p>"),
        ),
        ("heading_order", page("<h1>One</h1><h3>Three</h3>")),
        (
            "frame_without_title",
            page(&format!(
                "{text}<iframe srcdoc='<html lang=en><p>inner text'></iframe>"
            )),
        ),
        (
            "keyboard_unreachable",
            page(&format!(
                "{text}<div onclick='0' style='width: 90px; height: 50px'>Go</div>"
            )),
        ),
        (
            "text_clipped",
            page(&format!(
                "{text}<p style='width: 90px; height: 20px; overflow: hidden'>far too many words for such a box</p>"
            )),
        ),
        (
            "text_overflow",
            page(&format!(
                "{text}<p style='width: 60px'>Donaudampfschifffahrtsgesellschaft</p>"
            )),
        ),
        (
            "broken_image",
            page(&format!("{text}<img alt=Cup src=missing.png>")),
        ),
        (
            "distorted_image",
            page(&format!(
                "{text}<img alt=Dot width=90 height=20 src='data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='>"
            )),
        ),
        (
            "font_not_loaded",
            whole(
                "<style>@font-face { font-family: Own; src: url(no.woff2) } p { font-family: Own, sans-serif }</style>",
                text,
            ),
        ),
        (
            "overlap",
            page(&format!(
                "{text}<button style='position: absolute; left: 9px; top: 200px; width: 90px; height: 60px'>A</button><button style='position: absolute; left: 60px; top: 220px; width: 90px; height: 60px'>B</button>"
            )),
        ),
        ("empty_page", page("")),
    ] {
        fs::write(session_course.path().join("p0.html"), &html).unwrap();
        let arguments = json!({"session_id": session_id});
        let (envelope, _) = picture(&mut client, "scorm_take_screenshot", &arguments);
        let layout = &envelope["data"]["layout_analysis"];
        let lists = [
            "responsive_issues",
            "accessibility_issues",
            "content_issues",
        ];
        let found: Vec<&str> = lists
            .iter()
            .flat_map(|list| types_of(&layout[list]))
            .collect();
        let wanted: Vec<&str> = if fault.is_empty() {
            vec![]
        } else {
            vec![fault]
        };
        assert_eq!(found, wanted, "{layout:#}");
    }
}

#[test]
fn browser_three_activities_give_three_pictures() {
    let mut client = client();
    let pages = ["One", "Two", "Three"].map(|name| page(&format!("<h1>{name}</h1>")));
    let course = course(&[&pages[0], &pages[1], &pages[2]]);
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": course.path(), "navigation_sequence": ["start", "next", {"step": "next"}], "capture_each_step": true}),
    );
    let steps = data["steps"].as_array().unwrap();
    let delivered: Vec<&str> = steps
        .iter()
        .map(|s| s["delivered"]["identifier"].as_str().unwrap())
        .collect();
    assert_eq!(delivered, ["i0", "i1", "i2"]);
    let pictures: Vec<Vec<u8>> = data["artifacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| fs::read(path.as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(pictures.len(), 3);
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2]);
    assert!(!client.home().join("scorm-sessions").exists());
}

#[test]
fn browser_a_refused_step_ends_the_flow() {
    let mut client = client();
    let tea = example("tea-tasting");
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": tea, "navigation_sequence": ["start", "next", "next", "previous"]}),
    );
    assert_eq!(data["steps_executed"], 3);
    assert_eq!(data["steps"][2]["ok"], false);
    assert_eq!(data["steps"][2]["exception"], "SB.2.2-2");
    // The quiz opens once brewing is passed.
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": tea, "navigation_sequence": ["start", "choice:brewing", "complete", "next"]}),
    );
    assert_eq!(
        data["steps"][3]["delivered"]["identifier"], "quiz",
        "{data:#}"
    );
    for wrong in ["sideways", "choice:nowhere"] {
        let failure = client.failure(
            "scorm_test_navigation_flow",
            json!({"workspace_path": tea, "navigation_sequence": [wrong]}),
        );
        assert_eq!(failure["error_code"], "NAV_UNSUPPORTED_ACTION");
    }
}

#[test]
fn browser_a_flow_in_the_background_tells_its_outcome() {
    let mut client = client();
    let data = client.data(
        "scorm_test_navigation_flow",
        json!({"workspace_path": example("tea-tasting"), "navigation_sequence": ["start", "next"], "background": true}),
    );
    assert_eq!(data["state"], "running");
    let events = client.data(
        "scorm_session_events",
        json!({"session_id": data["session_id"], "types": ["operation:completed"], "wait_ms": 25_000}),
    );
    let payload = &events["events"][0]["payload"];
    assert_eq!(payload["operation_id"], data["operation_id"]);
    assert_eq!(
        payload["data"]["steps"][1]["delivered"]["identifier"],
        "brewing"
    );
}

const FIND_API: &str = "const api = parent.API_1484_11;";

#[test]
fn browser_what_a_course_does_with_the_api_is_seen() {
    let mut client = client();
    let script = format!(
        r#"<h1>Calls</h1><script>{FIND_API}
        api.Initialize(""); api.SetValue("cmi.locaton", "3"); api.SetValue("cmi.location", "3"); api.Commit("");
        addEventListener("pagehide", () => {{ api.SetValue("cmi.completion_status", "completed"); api.Terminate(""); }});
        </script>"#
    );
    let course = course(&[&page(&script)]);
    let data = client.data("scorm_test_api_integration", json!({
        "workspace_path": course.path(),
        "test_scenario": {"steps": ["getvalue cmi.location", {"method": "SetValue", "args": ["cmi.score.scaled", 7], "expect_error": 407}]},
    }));
    let results = &data["api_test_results"];
    assert_eq!(results["initialize_success"], true);
    assert_eq!(results["data_model_state"]["cmi.location"], "3");
    assert_eq!(
        results["data_model_state"]["cmi.completion_status"],
        "completed"
    );
    assert_eq!(results["steps"][0]["result"], "3");
    assert_eq!(results["steps"][1]["ok"], true);
    assert_eq!(
        (
            &data["scenario_ack"],
            &data["manifest_ok"],
            &data["scorm_version"]
        ),
        (&json!(true), &json!(true), &json!("2004_4th")),
        "{data:#}"
    );
    let calls = results["api_calls_captured"].as_array().unwrap();
    assert_eq!(calls.last().unwrap()["method"], "Terminate", "{calls:#?}");
    let typo = calls
        .iter()
        .find(|call| call["parameters"][0] == "cmi.locaton")
        .unwrap();
    assert_eq!(typo["error_code"], "401");
    let issues = data["detected_issues"].as_array().unwrap();
    let failed = issues
        .iter()
        .find(|issue| issue["type"] == "failed_call")
        .unwrap();
    assert_eq!(failed["affected_calls"], json!([typo["seq"]]));
    assert!(!types_of(&data["detected_issues"]).contains(&"missing_terminate"));
    assert!(!client.home().join("scorm-sessions").exists());
}

#[test]
fn browser_a_silent_course_did_not_initialize() {
    let mut client = client();
    let course = course(&[&page("<h1>Silent</h1>")]);
    let path = course.path();
    let data = client.data(
        "scorm_test_api_integration",
        json!({"workspace_path": path}),
    );
    assert_eq!(data["api_test_results"]["initialize_success"], false);
    assert!(types_of(&data["detected_issues"]).contains(&"missing_initialize"));
    let steps = json!({"steps": ["initialize", "setvalue cmi.location page two", {"action": "click", "selector": "#no"}, "terminate"]});
    let data = client.data(
        "scorm_test_api_integration",
        json!({"workspace_path": path, "test_scenario": steps}),
    );
    let results = &data["api_test_results"];
    assert_eq!(results["initialize_success"], true);
    assert_eq!(results["data_model_state"]["cmi.location"], "page two");
    assert_eq!(
        (&results["steps"][2]["ok"], &data["scenario_ack"]),
        (&json!(false), &json!(false))
    );
}

#[test]
fn browser_calls_of_every_page_are_in_the_list() {
    let mut client = client();
    let script = |name: &str| {
        page(&format!(
            r#"<h1>{name}</h1><script>{FIND_API} api.Initialize(""); api.SetValue("cmi.location", "{name}");
            addEventListener("pagehide", () => api.Terminate(""));</script>"#
        ))
    };
    let course = course(&[&script("one"), &script("two")]);
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"workspace_path": course.path(), "include_data_model_state": true, "data_elements": ["cmi.location"]}),
    );
    let calls = data["calls"].as_array().unwrap();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0]["state_after"], json!({"cmi.location": "one"}));
    assert_eq!(
        data["data_flow_analysis"]["elements"]["cmi.location"]["writes"],
        1
    );
    assert_eq!(data["gui_session_id"], Value::Null);
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"workspace_path": course.path()}),
    );
    assert_eq!(
        data["metrics"]["methods"],
        json!(["Initialize", "SetValue", "Terminate"])
    );
    assert!(data.get("api_call_log").is_none());
    assert!(types_of(&data["anomalies"]).contains(&"missing_commit"));
    // An open course is observed as it is, and its journal gives the same answers again.
    let session_id = open(&mut client, course.path());
    client.data(
        "scorm_api_call",
        json!({"session_id": session_id, "method": "SetValue", "args": ["cmi.exit", "wrong"]}),
    );
    let data = client.data(
        "scorm_debug_api_calls",
        json!({"session_id": session_id, "monitoring_mode": "replay"}),
    );
    assert_eq!(
        data["replay"]["replayed_calls"],
        data["metrics"]["total_calls"]
    );
    assert_eq!(data["replay"]["differences"], json!([]));
    assert_eq!(data["error_analysis"]["by_code"], json!({"406": 1}));
}

#[test]
fn browser_a_trace_names_the_rule_that_skips() {
    let mut client = client();
    let pages = ["One", "Two", "Three"].map(|name| page(&format!("<h1>{name}</h1>")));
    let course = course(&[&pages[0], &pages[1], &pages[2]]);
    let manifest = course.path().join("imsmanifest.xml");
    let rule = r#"<title>Page 1</title><imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule>
        <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="skip"/>
        </imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing>"#;
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("<title>Page 1</title>", rule)).unwrap();
    let data = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path(), "trace_level": "verbose", "navigation_sequence": ["start", "next"]}),
    );
    let trace = data["trace"].as_array().unwrap();
    let rule = trace.iter().find(|entry| entry["step"] == "UP.2").unwrap();
    assert_eq!(rule["details"]["activity"], "i1");
    assert_eq!(rule["details"]["outcome"], "true");
    assert_eq!(rule["details"]["rules"], json!(["skip if Always"]));
    let skipped = trace
        .iter()
        .find(|entry| entry["details"]["outcome"] == "skip")
        .unwrap();
    assert_eq!(skipped["details"]["activity"], "i1");
    let delivered = trace.iter().rfind(|entry| entry["step"] == "DB.2").unwrap();
    assert_eq!(delivered["details"]["activity"], "i2");
    let summary = trace
        .iter()
        .find(|entry| entry["step"] == "sn_summary")
        .unwrap();
    assert_eq!(
        (
            &summary["details"]["defaultOrgId"],
            &summary["details"]["item_count"]
        ),
        (&json!("org"), &json!(3))
    );
    assert!(Path::new(data["artifact_path"].as_str().unwrap()).exists());
    assert_eq!(
        client.data("scorm_session_list", json!({}))["sessions"],
        json!([])
    );
    let basic = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path()}),
    );
    assert!(
        basic["trace"]
            .as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["level"] == "basic")
    );
    let open = client.data(
        "scorm_trace_sequencing",
        json!({"workspace_path": course.path(), "enable_step_through": true}),
    );
    let status = client.data(
        "scorm_runtime_status",
        json!({"session_id": open["trace_session_id"]}),
    );
    assert_eq!(status["activity"], "i0");
}

#[test]
fn browser_a_cancelled_run_leaves_nothing_open() {
    let mut client = client();
    let course = course(&[&page("<h1>Wait</h1>")]);
    let steps = json!({"steps": [{"action": "wait", "ms": 30_000}]});
    let id = client.send_call(
        "scorm_test_api_integration",
        json!({"workspace_path": course.path(), "test_scenario": steps}),
    );
    let session_id = loop {
        let sessions = client.data("scorm_session_list", json!({}));
        let session = &sessions["sessions"][0];
        if session["runtime_open"] == true {
            break session["session_id"].clone();
        }
    };
    client.data(
        "scorm_session_events",
        json!({"session_id": session_id, "types": ["runtime:opened"], "wait_ms": 20_000}),
    );
    client.notify("notifications/cancelled", json!({"requestId": id}));
    let cancelled = Instant::now();
    while client.data("scorm_session_list", json!({}))["sessions"] != json!([]) {
        assert!(
            cancelled.elapsed() < Duration::from_secs(2),
            "it is still open"
        );
    }
}
