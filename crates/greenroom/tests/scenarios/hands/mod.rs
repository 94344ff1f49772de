//! Acting on courses and looking at them, on small courses of our own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod dialogs;
mod economy;
mod looking;
mod policy;

use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::client;

/// An open course of `tests/courses`.
pub(crate) struct Course {
    pub(crate) client: McpClient,
    pub(crate) session: String,
}

impl Course {
    pub(crate) fn open(name: &str) -> Self {
        let courses = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/courses");
        Self::open_at(&courses.join(name))
    }

    /// A course of `examples/courses`.
    pub(crate) fn open_example(name: &str) -> Self {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/courses");
        Self::open_at(&examples.join(name))
    }

    pub(crate) fn open_at(path: &Path) -> Self {
        let mut client = client();
        let path = json!({"package_path": path});
        let opened = client.data("scorm_open_course", path);
        let session = opened["session_id"].as_str().unwrap().to_owned();
        Self { client, session }
    }

    /// Calls a tool on the session.
    pub(crate) fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let arguments = self.with_session(arguments);
        self.client.data(name, arguments)
    }

    /// Calls a tool that answers with a picture, and with the data as text.
    pub(crate) fn picture(&mut self, name: &str, arguments: Value) -> Value {
        let arguments = self.with_session(arguments);
        let call = json!({"name": name, "arguments": arguments});
        let answer = self.client.request("tools/call", call);
        let content = &answer["result"]["content"];
        assert_eq!(content[0]["type"], "image", "{answer:#}");
        let envelope: Value = serde_json::from_str(content[1]["text"].as_str().unwrap()).unwrap();
        envelope["data"].clone()
    }

    /// Calls a tool that must fail.
    pub(crate) fn failure(&mut self, name: &str, arguments: Value) -> Value {
        let arguments = self.with_session(arguments);
        self.client.failure(name, arguments)
    }

    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        self.tool("scorm_dom_evaluate", json!({"expression": expression}))["result"].clone()
    }

    pub(crate) fn text(&mut self, selector: &str) -> String {
        let query = json!({"selector": selector, "query_type": "text"});
        let seen = self.tool("scorm_dom_query", query);
        seen["textContent"].as_str().unwrap().to_owned()
    }

    pub(crate) fn with_session(&self, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session);
        arguments
    }
}
