//! Small courses of one SCO, written for one test each.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a SCORM 2004 course of one page.
pub(crate) struct Course {
    folder: TempDir,
}

impl Course {
    /// The course `identifier`, whose page holds `page`.
    pub(crate) fn new(identifier: &str, page: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let manifest = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{identifier}" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
          xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org">
    <organization identifier="org"><title>{identifier}</title>
      <item identifier="item" identifierref="page"><title>Page</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormType="sco" href="page.html">
      <file href="page.html"/>
    </resource>
  </resources>
</manifest>"#
        );
        fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
        fs::write(folder.path().join("page.html"), page).unwrap();
        Self { folder }
    }

    /// Adds another file.
    pub(crate) fn file(self, name: &str, text: &str) -> Self {
        fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().to_owned()
    }
}

/// A page that does nothing but keep the API at hand.
pub(crate) const QUIET_PAGE: &str = "<!doctype html><title>Quiet</title><p>Nothing happens here.\
     <script>parent.API_1484_11.Initialize('')</script>";

/// Arguments of `scorm_api_call`.
pub(crate) fn api_call(session_id: &str, method: &str, args: &[&str]) -> Value {
    json!({"session_id": session_id, "method": method, "args": args})
}
