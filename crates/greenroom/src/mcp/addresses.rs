//! What a caller from elsewhere has on this server, under addresses instead of paths.
//!
//! The paths of the server mean nothing to them. So where an answer names something below their data
//! directory it says `greenroom://sessions/…`, which is a resource, and which every parameter that
//! takes a path takes too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_store::{OWN_SCHEME, Purpose, Reach, kept_artifacts};
use greenroom_tools::{CallResult, Content, ErrorCode, ToolError};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use serde_json::Value;

/// What stands in an address as it is.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What makes a folder a course.
const MANIFEST: &str = "imsmanifest.xml";

/// Links that one answer carries.
const MOST_LINKS: usize = 12;
/// Own resources that are listed, the newest.
const MOST_LISTED: usize = 200;
/// Bytes of a resource in an answer; larger ones are fetched over HTTP.
const LARGEST: u64 = 8 << 20;

/// The data directory of a caller.
#[derive(Debug)]
pub(crate) struct Addresses {
    directory: PathBuf,
    /// Its path with a slash behind, as it stands in texts.
    prefix: String,
    reach: Reach,
}

impl Addresses {
    /// `directory` must be without links, as results name it.
    pub(crate) fn new(directory: &Path, reach: Reach) -> Self {
        Self {
            directory: directory.to_owned(),
            prefix: format!("{}/", directory.display()),
            reach,
        }
    }

    /// A text with addresses where it has paths.
    pub(crate) fn told(&self, text: &str) -> String {
        let text = text.replace(&self.prefix, OWN_SCHEME);
        text.replace(self.prefix.trim_end_matches('/'), OWN_SCHEME)
    }

    fn tell_all(&self, value: &mut Value) {
        match value {
            Value::String(text) if text.contains(self.prefix.trim_end_matches('/')) => {
                *text = self.told(text);
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.tell_all(item)),
            Value::Object(members) => members.values_mut().for_each(|it| self.tell_all(it)),
            _ => {}
        }
    }

    /// A failure with addresses.
    pub(crate) fn of_error(&self, mut error: ToolError) -> ToolError {
        error.message = self.told(&error.message);
        error.hint = self.told(&error.hint);
        error.details.values_mut().for_each(|it| self.tell_all(it));
        error
    }

    /// A result with addresses, and the files that it names as links.
    pub(crate) fn of_result(&self, result: &mut CallResult) -> Vec<Resource> {
        self.tell_all(&mut result.envelope);
        if let Some(structured) = &mut result.structured {
            self.tell_all(structured);
        }
        for block in &mut result.content {
            if let Content::Text(text) = block {
                *text = self.told(text);
            }
        }
        let mut named = BTreeSet::new();
        let artifacts = result.envelope["artifacts"].as_array();
        for artifact in artifacts.into_iter().flatten() {
            named.extend(artifact["path"].as_str().map(str::to_owned));
        }
        addresses_in(&result.envelope["data"], &mut named);
        let links = named.iter().filter_map(|own| self.link(own));
        links.take(MOST_LINKS).collect()
    }

    /// The link to a file, by its path below the data directory; nothing if there is none. A course
    /// that is a folder is linked by its manifest, which names its other files.
    fn link(&self, own: &str) -> Option<Resource> {
        let own = own.trim_end_matches('/');
        self.link_to(own)
            .or_else(|| self.link_to(&format!("{own}/{MANIFEST}")))
    }

    fn link_to(&self, own: &str) -> Option<Resource> {
        let address = format!("{OWN_SCHEME}{}", utf8_percent_encode(own, ENCODED));
        let path = self.reach.find(&address, Purpose::Read).ok()?;
        let bytes = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let name = path.file_name()?.to_str()?;
        let link = Resource::new(address, name)
            .with_mime_type(media_type(&path))
            .with_size(bytes.len());
        Some(link)
    }

    /// Uploads and artifacts, newest first.
    pub(crate) fn list(&self) -> Vec<Resource> {
        let mut found = Vec::new();
        for folder in folders_in(&self.directory.join("uploads")) {
            for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                found.push(file.path());
            }
        }
        for session in folders_in(&self.directory.join("sessions")) {
            let kept = kept_artifacts(&session).into_iter();
            found.extend(kept.map(|artifact| artifact.absolute_path));
        }
        let age = |path: &PathBuf| path.metadata().and_then(|facts| facts.modified()).ok();
        found.sort_by_cached_key(|path| std::cmp::Reverse(age(path)));
        let inside = found.iter().filter_map(|path| {
            let inside = path.strip_prefix(&self.directory).ok()?;
            self.link(inside.to_str()?)
        });
        inside.take(MOST_LISTED).collect()
    }

    /// Whether an address is one of these, and not of the documentation.
    pub(crate) fn is_own(address: &str) -> bool {
        address
            .strip_prefix(OWN_SCHEME)
            .and_then(|own| own.split_once('/'))
            .is_some_and(|(folder, _)| !["tools", "rules", "elements"].contains(&folder))
    }

    /// What is at an address.
    pub(crate) fn read(&self, address: &str) -> Result<ReadResourceResult, ToolError> {
        let shown: String = address.chars().take(200).collect();
        let unknown = |why: &str| {
            ToolError::new(
                ErrorCode::InvalidParams,
                format!("no resource {shown}: {why}"),
            )
            .hint("resources/list has the addresses; answers of tools link to what they wrote.")
        };
        let path = self.reach.find(address, Purpose::Read);
        let path = path.map_err(|out| unknown(&out.reason.to_string()))?;
        let facts = path.metadata();
        let facts = facts.map_err(|_| unknown("nothing is there"))?;
        if !facts.is_file() {
            return Err(unknown("it is no file"));
        }
        if facts.len() > LARGEST {
            let own = address.trim_start_matches(OWN_SCHEME);
            let message = format!(
                "{shown} has {} bytes, more than an answer holds",
                facts.len()
            );
            return Err(
                ToolError::new(ErrorCode::LimitExceeded, message).hint(format!(
                    "GET /files/{own} of this server with the same token."
                )),
            );
        }
        let bytes = std::fs::read(&path).map_err(|error| unknown(&error.to_string()))?;
        let mime = media_type(&path);
        let contents = match String::from_utf8(bytes) {
            Ok(text) if is_text(mime) => ResourceContents::text(text, address),
            Ok(text) => ResourceContents::blob(STANDARD.encode(text), address),
            Err(binary) => ResourceContents::blob(STANDARD.encode(binary.as_bytes()), address),
        };
        Ok(ReadResourceResult::new(vec![contents.with_mime_type(mime)]))
    }
}

/// The addresses that stand alone in texts, without their scheme.
fn addresses_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => found.extend(text.strip_prefix(OWN_SCHEME).map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| addresses_in(item, found)),
        Value::Object(members) => members.values().for_each(|it| addresses_in(it, found)),
        _ => {}
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.is_dir()).collect()
}

fn is_text(mime: &str) -> bool {
    mime.starts_with("text/") || ["application/json", "image/svg+xml"].contains(&mime)
}

/// By the ending of the name; what we write has one of these.
pub(crate) fn media_type(path: &Path) -> &'static str {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    match ending.unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html",
        "json" | "har" | "sarif" => "application/json",
        "yaml" | "yml" => "text/yaml",
        "md" => "text/markdown",
        "txt" | "log" | "patch" | "diff" | "jsonl" | "ndjson" => "text/plain",
        "xml" => "text/xml",
        "csv" => "text/csv",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn place() -> (tempfile::TempDir, Addresses) {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().canonicalize().unwrap();
        for made in ["sessions/s/reports", "uploads/ab", "run"] {
            std::fs::create_dir_all(own.join(made)).unwrap();
        }
        std::fs::write(own.join("sessions/s/reports/1.html"), "<p>é").unwrap();
        std::fs::write(own.join("uploads/ab/a b.zip"), [0x50, 0x4b, 0xff]).unwrap();
        std::fs::write(own.join("run/token"), "secret").unwrap();
        let reach = Reach::within(&own, &[]).unwrap();
        let addresses = Addresses::new(&own, reach);
        (folder, addresses)
    }

    #[test]
    fn answers_name_addresses_and_link_to_files() {
        let (_folder, addresses) = place();
        let own = addresses.directory.display().to_string();
        let envelope = json!({
            "message": format!("wrote {own}/sessions/s/reports/1.html"),
            "data": {"report_path": format!("{own}/sessions/s/reports/1.html"), "home": own,
                "folder": format!("{own}/sessions/s"), "other": "/etc/passwd"},
            "artifacts": [{"type": "report", "path": "sessions/s/reports/1.html"}],
        });
        let mut result = CallResult {
            content: vec![Content::Text(envelope.to_string())],
            structured: Some(envelope.clone()),
            envelope,
        };
        let links = addresses.of_result(&mut result);
        let address = "greenroom://sessions/s/reports/1.html";
        assert_eq!(result.envelope["data"]["report_path"], address);
        assert_eq!(result.envelope["data"]["home"], "greenroom://");
        assert_eq!(result.envelope["data"]["other"], "/etc/passwd");
        assert_eq!(result.structured.as_ref(), Some(&result.envelope));
        let Content::Text(text) = &result.content[0] else {
            panic!("a text")
        };
        assert_eq!(
            &serde_json::from_str::<Value>(text).unwrap(),
            &result.envelope
        );
        let links: Vec<&str> = links.iter().map(|link| link.uri.as_str()).collect();
        assert_eq!(links, [address]);
    }

    #[test]
    fn what_is_listed_can_be_read_and_secrets_cannot() {
        let (_folder, addresses) = place();
        let listed = addresses.list();
        assert_eq!(listed.len(), 1, "the session has no list of artifacts");
        assert_eq!(listed[0].uri, "greenroom://uploads/ab/a%20b.zip");
        for address in [
            listed[0].uri.as_str(),
            "greenroom://sessions/s/reports/1.html",
        ] {
            assert!(Addresses::is_own(address) && addresses.read(address).is_ok());
        }
        for address in [
            "greenroom://run/token",
            "greenroom://sessions/../run/token",
            "greenroom://sessions/s",
            "file:///etc/passwd",
            "/etc/passwd",
        ] {
            assert!(addresses.read(address).is_err(), "{address}");
        }
        assert!(!Addresses::is_own("greenroom://tools/scorm_echo"));
    }
}
