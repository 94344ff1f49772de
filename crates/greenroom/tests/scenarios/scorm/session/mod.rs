//! `scorm_session_*`: opening, watching, closing, and what is refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod events;
mod life;
mod many;
mod packages;
mod refused;
mod status;

use std::fs;
use std::path::{Path, PathBuf};

use greenroom_testkit::{McpClient, ZipFile, files};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A course of two SCOs and a page, SCORM 2004 4th Edition.
const COURSE: &str = r#"
//- imsmanifest.xml
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="Two-Lessons" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org">
    <organization identifier="org"><title>Two lessons</title>
      <item identifier="i1" identifierref="r1"><title>One</title></item>
      <item identifier="i2" identifierref="r2"><title>Two</title></item>
      <item identifier="i3" identifierref="r3"><title>Credits</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="one.html"><file href="one.html"/></resource>
    <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="two.html"><file href="two.html"/></resource>
    <resource identifier="r3" type="webcontent" adlcp:scormType="asset" href="credits.html"><file href="credits.html"/></resource>
  </resources>
</manifest>
//- one.html
<!doctype html><title>One</title>
//- two.html
<!doctype html><title>Two</title>
//- credits.html
<!doctype html><title>Credits</title>
"#;

/// A folder with the course as `course/` and as `course.zip`.
struct Courses {
    folder: TempDir,
}

impl Courses {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let course = folder.path().join("course");
        fs::create_dir(&course).unwrap();
        let mut zip = ZipFile::new();
        for (name, text) in files(COURSE) {
            fs::write(course.join(&name), &text).unwrap();
            zip = zip.file(&name, text.as_bytes());
        }
        fs::write(folder.path().join("course.zip"), zip.bytes()).unwrap();
        Self { folder }
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().join("course")
    }

    fn zip(&self) -> PathBuf {
        self.folder.path().join("course.zip")
    }

    /// Writes any bytes as a file beside the course.
    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

fn open(client: &mut McpClient, path: &Path) -> Value {
    client.data("scorm_session_open", json!({ "package_path": path }))
}

/// Opens the package and returns the session's id.
fn open_id(client: &mut McpClient, path: &Path) -> String {
    open(client, path)["session_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn session_dir(client: &McpClient, id: &str) -> PathBuf {
    client.home().join("sessions").join(id)
}

/// The events of a session as they are on disk.
fn events_on_disk(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("events.ndjson")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn types(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect()
}
