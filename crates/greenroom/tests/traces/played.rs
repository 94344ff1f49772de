//! A session of the bundled course, played by tools.

use std::path::{Path, PathBuf};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::GREENROOM;

const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

pub(crate) struct Played {
    client: McpClient,
    session: String,
    folder: TempDir,
}

impl Played {
    pub(crate) fn begin() -> Self {
        let mut client = McpClient::start(GREENROOM);
        let opened = client.data(
            "scorm_open_course",
            json!({"package_path": Path::new(TEA), "new_attempt": true}),
        );
        Self {
            session: opened["session_id"].as_str().unwrap().to_owned(),
            client,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Opens every page, with a picture of each, up to the quiz.
    pub(crate) fn to_the_quiz() -> Self {
        let mut played = Self::begin();
        played.picture();
        for _ in 0..2 {
            played.click("Next");
        }
        played.tool("scorm_nav_next", json!({}));
        played.picture();
        played.click("Next");
        played.set("cmi.score.scaled", "1.7");
        played.tool("scorm_nav_next", json!({}));
        played.picture();
        played
    }

    /// Calls a tool for the session.
    pub(crate) fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.client.data(name, self.of_session(arguments))
    }

    fn of_session(&self, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session);
        arguments
    }

    pub(crate) fn click(&mut self, text: &str) {
        self.tool("scorm_dom_click_by_text", json!({"text": text}));
    }

    pub(crate) fn set(&mut self, element: &str, value: &str) {
        self.tool(
            "scorm_api_call",
            json!({"method": "SetValue", "args": [element, value]}),
        );
    }

    pub(crate) fn picture(&mut self) {
        self.tool("scorm_capture_screenshot", json!({}));
    }

    /// Writes the trace; gives its file and how many entries of the journal it has.
    pub(crate) fn export(&mut self) -> (PathBuf, u64) {
        let path = self.folder.path().join("trace.html");
        let exported = self.tool("scorm_export_trace", json!({"output_path": path}));
        (path, exported["events"].as_u64().unwrap())
    }
}
