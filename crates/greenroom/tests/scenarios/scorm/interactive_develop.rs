//! `scorm_interactive_develop`: what is saved is judged and loaded again, in the same session.

use std::path::{Path, PathBuf};

use greenroom_testkit::{McpClient, ZipFile};
use serde_json::{Value, json};

use crate::client;

const COURSE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// A course that is being edited.
struct Edited {
    client: McpClient,
    folder: tempfile::TempDir,
    session_id: String,
    seen: u64,
}

impl Edited {
    fn begin(mode: &str) -> (Self, Value) {
        let folder = tempfile::tempdir().unwrap();
        greenroom_testkit::copy_folder(Path::new(COURSE), folder.path());
        let mut client = client();
        let arguments = json!({"workspace_path": folder.path(), "development_mode": mode});
        let begun = client.data_of_long_call("scorm_interactive_develop", arguments);
        let session_id = begun["session_id"].as_str().unwrap().to_owned();
        let mut edited = Self {
            client,
            folder,
            session_id,
            seen: 0,
        };
        let events = edited.tool("scorm_session_events", json!({}));
        edited.seen = events["latest_event_id"].as_u64().unwrap();
        (edited, begun)
    }

    fn tool(&mut self, tool: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session_id);
        self.client.data_of_long_call(tool, arguments)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn replace(&self, name: &str, text: &str, other: &str) {
        let path = self.file(name);
        let source = std::fs::read_to_string(&path).unwrap();
        assert!(source.contains(text), "{name} has no {text}");
        std::fs::write(&path, source.replacen(text, other, 1)).unwrap();
    }

    /// Waits for the next event of this kind; its payload.
    fn next(&mut self, kind: &str) -> Value {
        let wanted = json!({"types": [kind], "since_event_id": self.seen, "wait_ms": 45_000});
        let events = self.tool("scorm_session_events", wanted);
        let event = &events["events"][0];
        self.seen = event["id"].as_u64().unwrap_or_else(|| panic!("no {kind}"));
        event["payload"].clone()
    }
}

#[test]
fn browser_a_broken_manifest_is_told_and_takes_no_course_away() {
    let (mut edited, begun) = Edited::begin("validate_live");
    assert_eq!(begun["errors"], 0, "{begun:#}");
    assert_eq!(begun["live_validation"], true);
    assert_eq!(begun["inspector_active"], true);
    let url = begun["development_url"].as_str().unwrap();
    let view = format!("play/{}", edited.session_id);
    assert!(url.contains(&view), "{url}");

    let whole = std::fs::read_to_string(edited.file("imsmanifest.xml")).unwrap();
    edited.replace("imsmanifest.xml", "</manifest>", "");
    let changed = edited.next("validation:changed");
    assert!(changed["errors"].as_u64().unwrap() > 0, "{changed:#}");
    assert_eq!(changed["files"], json!(["imsmanifest.xml"]));
    assert_eq!(changed["new"][0]["file"], "imsmanifest.xml", "{changed:#}");
    let status = edited.tool("scorm_course_status", json!({}));
    assert_eq!(status["runtime"]["open"], true, "{status:#}");

    std::fs::write(edited.file("imsmanifest.xml"), whole).unwrap();
    let changed = edited.next("validation:changed");
    assert_eq!(changed["errors"], 0, "{changed:#}");
    assert!(changed["gone_count"].as_u64().unwrap() > 0);
}

#[test]
fn browser_an_edited_page_is_loaded_again_where_the_learner_was() {
    let (mut edited, _) = Edited::begin("content_edit");
    edited.tool("scorm_dom_click_by_text", json!({"text": "Next"}));
    let before = edited.tool("scorm_get_page_state", json!({}));
    edited.replace("leaves.html", "</main>", "<p>Now with milk</p></main>");
    let reloaded = edited.next("course:reloaded");
    assert_eq!(reloaded["state_kept"], true);
    assert_eq!(reloaded["files"], json!(["leaves.html"]));
    let found = json!({"selector": "body", "query_type": "text"});
    let text = edited.tool("scorm_dom_query", found).to_string();
    assert!(text.contains("Now with milk"), "{text}");
    let after = edited.tool("scorm_get_page_state", json!({}));
    let place = |state: &Value| state["page_context"]["slide_number"].clone();
    assert_eq!(place(&after), place(&before), "{after:#}");
}

#[test]
fn browser_sequencing_is_tried_from_its_beginning() {
    let (mut edited, begun) = Edited::begin("sequence_test");
    let tools = begun["available_tools"].to_string();
    assert!(tools.contains("scorm_trace_sequencing"), "{tools}");
    edited.tool("scorm_dom_click_by_text", json!({"text": "Next"}));
    edited.replace("leaves.html", "</main>", "<p>Now with milk</p></main>");
    let reloaded = edited.next("course:reloaded");
    assert_eq!(reloaded["state_kept"], false);
    let model = edited.tool("scorm_data_model_get", json!({"elements": ["cmi.entry"]}));
    assert!(!model.to_string().contains("resume"), "{model:#}");
}

#[test]
fn a_zip_is_refused_with_the_way_on() {
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("course.zip");
    let mut packed = ZipFile::new();
    for name in [
        "imsmanifest.xml",
        "leaves.html",
        "brewing.html",
        "quiz.html",
    ] {
        let bytes = std::fs::read(Path::new(COURSE).join(name)).unwrap();
        packed = packed.file(name, &bytes);
    }
    std::fs::write(&zip, packed.bytes()).unwrap();
    let error = client().failure("scorm_interactive_develop", json!({"workspace_path": zip}));
    assert_eq!(error["error_code"], "MCP_INVALID_PARAMS", "{error:#}");
    assert!(error.to_string().contains("Unpack it"), "{error:#}");
}
