//! `scorm_capture_screenshot`: pictures of a course that is open.

use std::fs;

use greenroom_testkit::{McpClient, Picture};
use serde_json::{Value, json};

use crate::client;
use crate::debugging::{course, decoded, example, open, page, picture, size};

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

/// The colour of the boxes around numbered elements.
const MARK: [u8; 3] = [0xc2, 0x18, 0x5b];

#[test]
fn browser_an_annotated_picture_numbers_what_the_elements_tool_lists() {
    let mut client = client();
    let inner = "<button style='position: absolute; left: 10px; top: 20px; width: 80px; height: 50px'>Inner</button>";
    let body = format!(
        r#"<h1>Numbers</h1><button id="outer" style="position: absolute; left: 400px; top: 200px; width: 90px; height: 60px">Outer</button>
        <iframe title="Inner" srcdoc="{inner}" style="position: absolute; left: 100px; top: 300px; width: 300px; height: 200px; border: 0"></iframe>"#
    );
    let course = course(&[&page(&body)]);
    let session_id = open(&mut client, course.path());
    let arguments = json!({"session_id": session_id, "capture_options": {"annotate": true}});
    let (_, marked) = picture(&mut client, "scorm_capture_screenshot", &arguments);
    let marked = Picture::decode(&marked);
    // Left edges of both boxes, half way down.
    assert_eq!(marked.at(400, 230), MARK);
    assert_eq!(marked.at(110, 345), MARK);
    let listed = client.data(
        "scorm_dom_find_interactive_elements",
        json!({"session_id": session_id}),
    );
    assert_eq!(listed["buttons"].as_array().unwrap().len(), 2, "{listed:#}");
    let arguments = json!({"session_id": session_id});
    let (_, plain) = picture(&mut client, "scorm_capture_screenshot", &arguments);
    let plain = Picture::decode(&plain);
    assert_ne!(plain.at(400, 230), MARK);
    assert_ne!(plain.at(110, 345), MARK);
}

#[test]
fn browser_a_picture_shows_one_frame_or_the_whole_height() {
    let mut client = client();
    let body = r#"<h1>Frames</h1><iframe name="side" title="Side" srcdoc="<body style='background: rgb(0, 128, 0)'>"
        style="position: absolute; left: 0; top: 100px; width: 200px; height: 100px; border: 0"></iframe><div style="height: 3000px"></div>"#;
    let course = course(&[&page(body)]);
    let session_id = open(&mut client, course.path());
    let mut take = |options: Value| {
        let arguments = json!({"session_id": session_id, "capture_options": options});
        let (envelope, png) = picture(&mut client, "scorm_capture_screenshot", &arguments);
        (envelope["data"]["image"].clone(), Picture::decode(&png))
    };
    let (_, frame) = take(json!({"frame": "side"}));
    assert_eq!(frame.size(), (200, 100));
    assert_eq!(frame.at(100, 50), [0, 128, 0]);
    let (file, inline) = take(json!({"full_page": true}));
    assert!(file["height"].as_u64().unwrap() > 3000, "{file}");
    assert_eq!(inline.size().1, 1568);
    let (file, _) = take(json!({"selector": "h1", "format": "jpeg"}));
    assert_eq!(file["mime"], "image/jpeg");
    let failure = client.failure(
        "scorm_capture_screenshot",
        json!({"session_id": session_id, "capture_options": {"frame": "side", "full_page": true}}),
    );
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
}

#[test]
fn browser_a_picture_shows_what_the_last_click_did_in_a_frame() {
    let mut client = client();
    let inner = "<body style='margin: 0'><button style='width: 90px; height: 60px' onclick='document.body.style.background = `rgb(0, 128, 0)`'>Go</button>";
    let body = format!(
        r#"<iframe title="Inner" srcdoc="{inner}" style="position: absolute; left: 100px; top: 300px; width: 300px; height: 200px; border: 0"></iframe>"#
    );
    let course = course(&[&page(&body)]);
    let session_id = open(&mut client, course.path());
    let at = |client: &mut McpClient| {
        let arguments = json!({"session_id": session_id});
        let (_, png) = picture(client, "scorm_capture_screenshot", &arguments);
        Picture::decode(&png).at(350, 450)
    };
    assert_eq!(at(&mut client), [255, 255, 255]);
    let click = json!({"session_id": session_id, "selector": "button"});
    client.data("scorm_dom_click", click);
    assert_eq!(at(&mut client), [0, 128, 0]);
}
