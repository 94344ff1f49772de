//! Courses that play in the real browser: their life and saved state.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod endings;
mod own_window;
pub(crate) mod resume;

use std::fs;
use std::path::{Path, PathBuf};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::GREENROOM;

/// The first part of every page's script: find the API and begin.
pub(crate) const BEGIN: &str = "const api = parent.API_1484_11; api.Initialize('');";

/// A course in a folder of its own.
pub(crate) struct Course {
    pub(crate) folder: TempDir,
}

impl Course {
    /// SCORM 2004 with one SCO per script, in one organization with flow and choice.
    pub(crate) fn of_scos(scripts: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (mut items, mut resources) = (Vec::new(), Vec::new());
        for (index, script) in scripts.iter().enumerate() {
            let number = index + 1;
            items.push(format!(
                r#"<item identifier="i{number}" identifierref="r{number}"><title>SCO {number}</title></item>"#
            ));
            resources.push(format!(
                r#"<resource identifier="r{number}" type="webcontent" adlcp:scormType="sco" href="sco{number}.html"><file href="sco{number}.html"/></resource>"#
            ));
            let page = format!(
                "<!doctype html><title>SCO {number}</title><h1>SCO {number}</h1><script>{script}</script>"
            );
            fs::write(folder.path().join(format!("sco{number}.html")), page).unwrap();
        }
        let (items, resources) = (items.concat(), resources.concat());
        let manifest = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="Small-Course" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Small course</title>{items}
    <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>{resources}</resources>
</manifest>"#
        );
        fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A course of the repository's examples.
pub(crate) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/courses")
        .join(name)
}

/// An open course and the client that drives it.
pub(crate) struct Playing {
    pub(crate) client: McpClient,
    pub(crate) session_id: String,
    /// What opening answered.
    pub(crate) opened: Value,
}

impl Playing {
    pub(crate) fn open(path: &Path) -> Self {
        Self::open_with(crate::client(), path, json!({}))
    }

    pub(crate) fn open_with(mut client: McpClient, path: &Path, mut arguments: Value) -> Self {
        arguments["package_path"] = json!(path);
        let opened = client.data("scorm_open_course", arguments);
        let session_id = opened["session_id"].as_str().unwrap().to_owned();
        Self {
            client,
            session_id,
            opened,
        }
    }

    /// Calls a tool on the session; its `data`.
    pub(crate) fn call(&mut self, tool: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session_id);
        self.client.data(tool, arguments)
    }

    /// Calls a tool on the session that must fail.
    pub(crate) fn failure(&mut self, tool: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session_id);
        self.client.failure(tool, arguments)
    }

    /// Calls a function of the API: `[result, error_code]`.
    pub(crate) fn api(&mut self, method: &str, args: &[&str]) -> [String; 2] {
        let answer = self.call("scorm_api_call", json!({ "method": method, "args": args }));
        ["result", "error_code"].map(|key| answer[key].as_str().unwrap().to_owned())
    }

    pub(crate) fn set(&mut self, element: &str, value: &str) {
        let answer = self.api("SetValue", &[element, value]);
        assert_eq!(answer, ["true", "0"], "{element} = {value}");
    }

    pub(crate) fn get(&mut self, element: &str) -> String {
        let [value, _] = self.api("GetValue", &[element]);
        value
    }

    /// The item that is in the frame.
    pub(crate) fn activity(&mut self) -> Value {
        self.call("scorm_runtime_status", json!({}))["activity"].clone()
    }

    /// Closes the course and gives the client back with what closing answered.
    pub(crate) fn close(mut self) -> (McpClient, Value) {
        let closed = self.call("scorm_close_course", json!({}));
        (self.client, closed)
    }
}

/// The saved state that a close left.
pub(crate) fn saved(closed: &Value) -> Value {
    read_json(Path::new(closed["saved"]["path"].as_str().unwrap()))
}

pub(crate) fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// A server on a data directory that outlives it.
pub(crate) fn server_on(home: &Path) -> McpClient {
    McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").env("GREENROOM_HOME", home)
    })
}
