//! `/uploads`: packages and other files that callers bring. Their content names them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::Path as InAddress;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use futures::StreamExt as _;
use greenroom_stdx::private_files;
use greenroom_store::OWN_SCHEME;
use greenroom_tools::{ErrorCode, ToolError};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;

use super::house::House;
use super::meters;
use super::refusal::{answer, empty, refuse, too_large};

/// Characters that are kept of a name.
const LONGEST_NAME: usize = 100;

/// What one caller has brought.
#[derive(Debug)]
pub(super) struct Uploads {
    folder: PathBuf,
    /// Bytes of all of them.
    most_bytes: u64,
    /// Bytes of one.
    largest: u64,
    /// One comes at a time, so that the sum of all is known.
    coming: tokio::sync::Mutex<()>,
}

/// One of them.
struct Kept {
    sha256: String,
    name: String,
    bytes: u64,
}

impl Kept {
    fn told(&self) -> Value {
        json!({
            "package_path": format!("{OWN_SCHEME}uploads/{}/{}", self.sha256, self.name),
            "sha256": self.sha256,
            "bytes": self.bytes,
        })
    }
}

impl Uploads {
    pub(super) fn new(folder: PathBuf, most_bytes: u64, largest: u64) -> Self {
        Self {
            folder,
            most_bytes,
            largest,
            coming: tokio::sync::Mutex::default(),
        }
    }

    fn list(&self) -> io::Result<Vec<Kept>> {
        let mut all = Vec::new();
        if !self.folder.exists() {
            return Ok(all);
        }
        for entry in private_files::list_dir(&self.folder)? {
            let sha256 = entry.file_name().to_string_lossy().into_owned();
            if is_hash(&sha256) {
                all.extend(kept_in(&entry.path(), sha256)?);
            }
        }
        Ok(all)
    }

    /// Takes the bytes in as they come. Whatever ends it early leaves nothing behind.
    async fn take(
        &self,
        name: &str,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<(Kept, bool), Response> {
        let _alone = self.coming.lock().await;
        let used: u64 = self
            .list()
            .map_err(|error| of_disk(&error))?
            .iter()
            .map(|one| one.bytes)
            .sum();
        let room = self.most_bytes.saturating_sub(used);
        let most = room.min(self.largest);
        let announced = headers.get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|text| text.to_str().ok()?.parse::<u64>().ok());
        if announced.is_some_and(|bytes| bytes > most) {
            return Err(self.no_room(most, used));
        }
        private_files::create_dir(&self.folder).map_err(|error| of_disk(&error))?;
        let part = tempfile::Builder::new()
            .prefix(".part-")
            .tempfile_in(&self.folder)
            .map_err(|error| of_disk(&error))?;
        let file = part.reopen().map_err(|error| of_disk(&error))?;
        let mut file = tokio::fs::File::from_std(file);
        let (mut hash, mut bytes) = (Sha256::new(), 0);
        let mut parts = body.into_data_stream();
        while let Some(more) = parts.next().await {
            let more = more.map_err(|error| {
                let message = format!("the file did not come to its end: {error}");
                refuse(
                    StatusCode::BAD_REQUEST,
                    &ToolError::new(ErrorCode::HttpRefused, message),
                )
            })?;
            bytes += more.len() as u64;
            if bytes > most {
                return Err(self.no_room(most, used));
            }
            hash.update(&more);
            file.write_all(&more)
                .await
                .map_err(|error| of_disk(&error))?;
        }
        file.sync_all().await.map_err(|error| of_disk(&error))?;
        if bytes == 0 {
            let error = ToolError::new(ErrorCode::HttpRefused, "the body is empty")
                .hint("Send the bytes of the file as the body: curl -T course.zip.");
            return Err(refuse(StatusCode::BAD_REQUEST, &error));
        }
        let sha256 = hexadecimal(&hash.finalize());
        let folder = self.folder.join(&sha256);
        if let Some(kept) = kept_in(&folder, sha256.clone()).ok().flatten() {
            return Ok((kept, false));
        }
        let name = file_name(name);
        let place = || -> io::Result<()> {
            private_files::create_dir(&folder)?;
            part.persist(folder.join(&name))
                .map_err(|failed| failed.error)?;
            private_files::sync_dir(&folder)
        };
        place().map_err(|error| of_disk(&error))?;
        Ok((
            Kept {
                sha256,
                name,
                bytes,
            },
            true,
        ))
    }

    fn no_room(&self, most: u64, used: u64) -> Response {
        if most == self.largest {
            return too_large(most);
        }
        let message = format!(
            "your uploads take {used} of {} bytes, so one of at most {most} fits",
            self.most_bytes
        );
        let error = ToolError::new(ErrorCode::LimitExceeded, message)
            .hint("GET /uploads lists yours; DELETE /uploads/SHA256 removes one.")
            .detail("limit", "upload_bytes")
            .detail("maximum", self.most_bytes)
            .detail("used", used);
        refuse(StatusCode::INSUFFICIENT_STORAGE, &error)
    }
}

/// `PUT /uploads/NAME`.
pub(super) async fn put(
    Extension(house): Extension<Arc<House>>,
    InAddress(name): InAddress<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    match house.uploads.take(&name, &headers, body).await {
        Ok((kept, is_new)) => {
            let told = kept.told();
            meters::uploaded(kept.bytes);
            if let Some(elsewhere) = &house.caller.elsewhere {
                let path = format!("uploads/{}/{}", kept.sha256, kept.name);
                if let Err(error) = elsewhere.give(&path).await {
                    return refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
                }
            }
            tracing::info!(target: "http", sha256 = kept.sha256, bytes = kept.bytes, "UPLOAD");
            let status = if is_new {
                StatusCode::CREATED
            } else {
                StatusCode::OK
            };
            answer(status, told)
        }
        Err(refused) => refused,
    }
}

/// `GET /uploads`.
pub(super) async fn list(Extension(house): Extension<Arc<House>>) -> Response {
    match house.uploads.list() {
        Ok(mut all) => {
            if let Some(elsewhere) = &house.caller.elsewhere {
                match elsewhere.list("uploads").await {
                    Ok(theirs) => all = theirs.into_iter().filter_map(kept_elsewhere).collect(),
                    Err(error) => return refuse(StatusCode::SERVICE_UNAVAILABLE, &error),
                }
            }
            let told: Vec<Value> = all.iter().map(Kept::told).collect();
            answer(
                StatusCode::OK,
                json!({"uploads": told, "maximum": house.uploads.most_bytes}),
            )
        }
        Err(error) => of_disk(&error),
    }
}

/// `DELETE /uploads/SHA256`.
pub(super) async fn remove(
    Extension(house): Extension<Arc<House>>,
    InAddress(sha256): InAddress<String>,
) -> Response {
    let folder = house.uploads.folder.join(&sha256);
    if let Some(elsewhere) = house.caller.elsewhere.as_ref().filter(|_| is_hash(&sha256)) {
        let path = format!("uploads/{sha256}");
        // What this server has of it tells whether there was any.
        let brought = elsewhere.bring(&format!("{OWN_SCHEME}{path}")).await;
        if let Err(error) = brought.and(elsewhere.remove(&path).await) {
            return refuse(StatusCode::SERVICE_UNAVAILABLE, &error);
        }
    }
    if !is_hash(&sha256) || !folder.is_dir() {
        let error = ToolError::new(ErrorCode::HttpRefused, "no upload has this SHA-256")
            .hint("GET /uploads lists yours.");
        return refuse(StatusCode::NOT_FOUND, &error);
    }
    match private_files::remove_dir(&folder) {
        Ok(()) => empty(StatusCode::NO_CONTENT),
        Err(error) => of_disk(&error),
    }
}

/// An upload by its path below the data directory.
fn kept_elsewhere((path, bytes): (String, u64)) -> Option<Kept> {
    let (sha256, name) = path.strip_prefix("uploads/")?.split_once('/')?;
    Some(Kept {
        sha256: sha256.to_owned(),
        name: name.to_owned(),
        bytes,
    })
}

fn kept_in(folder: &Path, sha256: String) -> io::Result<Option<Kept>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let first = private_files::list_dir(folder)?.into_iter().next();
    let Some(file) = first else { return Ok(None) };
    Ok(Some(Kept {
        sha256,
        name: file.file_name().to_string_lossy().into_owned(),
        bytes: file.metadata()?.len(),
    }))
}

fn is_hash(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.map(|digit| char::from(DIGITS[usize::from(digit)]));
    digits.collect()
}

/// The name without what could lead elsewhere or must be encoded.
fn file_name(given: &str) -> String {
    let is_plain = |one: &char| one.is_ascii_alphanumeric() || "-_.".contains(*one);
    let name: String = given.chars().filter(is_plain).take(LONGEST_NAME).collect();
    let name = name.trim_matches('.');
    if name.is_empty() {
        "upload.zip".to_owned()
    } else {
        name.to_owned()
    }
}

fn of_disk(error: &io::Error) -> Response {
    let message = format!("the upload was not kept: {error}");
    let error = ToolError::new(ErrorCode::ArtifactWriteFailed, message);
    refuse(StatusCode::INSUFFICIENT_STORAGE, &error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for (given, kept) in [
            ("tea.zip", "tea.zip"),
            ("../../etc/passwd", "etcpasswd"),
            ("a\\b\0 c%.zip", "abc.zip"),
            ("Übung.zip", "bung.zip"),
            (".part-x", "part-x"),
            ("..", "upload.zip"),
        ] {
            assert_eq!(file_name(given), kept);
        }
        assert_eq!(file_name(&"x".repeat(1000)).len(), LONGEST_NAME);
    }
}
