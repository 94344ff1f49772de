//! Small courses and pictures for the tests of tools that debug.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A course of our own below `examples/courses`.
pub(crate) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/courses")
        .join(name)
}

/// A course with one SCO per page, SCORM 2004 4th Edition; items are `i0`, `i1`, …
pub(crate) fn course(pages: &[&str]) -> TempDir {
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
pub(crate) fn page(body: &str) -> String {
    format!(
        r#"<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>{body}</body></html>"#
    )
}

/// The envelope of a result with a picture, and the picture's bytes.
pub(crate) fn picture(client: &mut McpClient, tool: &str, arguments: &Value) -> (Value, Vec<u8>) {
    let answer = client.request("tools/call", json!({"name": tool, "arguments": arguments}));
    let result = &answer["result"];
    assert!(result.get("structuredContent").is_none(), "{answer:#}");
    assert_eq!(result["content"][0]["type"], "image", "{answer:#}");
    let base64 = result["content"][0]["data"].as_str().unwrap();
    let text = result["content"][1]["text"].as_str().unwrap();
    (serde_json::from_str(text).unwrap(), decoded(base64))
}

pub(crate) fn decoded(base64: &str) -> Vec<u8> {
    STANDARD.decode(base64).unwrap()
}

/// Width and height of a PNG.
pub(crate) fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

pub(crate) fn open(client: &mut McpClient, path: &Path) -> String {
    let opened = client.data("scorm_open_course", json!({"package_path": path}));
    opened["session_id"].as_str().unwrap().to_owned()
}

pub(crate) fn types_of(issues: &Value) -> Vec<&str> {
    let issues = issues.as_array().unwrap();
    issues.iter().map(|i| i["type"].as_str().unwrap()).collect()
}
