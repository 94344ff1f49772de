//! A package that a person drops on the page: kept as a file, then opened like any other.

use super::Bench;
use super::http::Refused;
use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use futures::StreamExt as _;
use greenroom_dialog::ids;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use tokio::io::AsyncWriteExt as _;

/// The longest name that is kept of a file.
const LONGEST_NAME: usize = 100;

/// What the page tells of the file.
#[derive(Debug, Deserialize)]
pub(super) struct FileFacts {
    name: String,
}

/// Where it lies now.
#[derive(Debug, Serialize)]
pub(super) struct Kept {
    path: PathBuf,
}

/// `POST /human/courses?name=`: the bytes of a zip, as they come; where they are kept.
pub(super) async fn take(
    State(bench): State<Bench>,
    Query(facts): Query<FileFacts>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Kept>, Refused> {
    bench.human_only(&headers)?;
    let folder = bench
        .options
        .data_directory
        .join("uploads")
        .join(ids::draw("up_").map_err(|error| of_disk(&io::Error::other(error.to_string())))?);
    let path = folder.join(file_name(&facts.name));
    let kept = keep(&path, body, bench.courses.largest_package()).await;
    if kept.is_err() {
        // Half a package is of no use; if it cannot be removed, the disk says so elsewhere.
        let _left = tokio::fs::remove_dir_all(&folder).await;
    }
    kept.map(|()| Json(Kept { path }))
}

async fn keep(path: &Path, mut body: Body, most: u64) -> Result<(), Refused> {
    let folder = path.parent().unwrap_or(path).to_owned();
    let created = tokio::task::spawn_blocking(move || private_files::create_dir(&folder)).await;
    created
        .map_err(|error| of_disk(&io::Error::other(error)))?
        .map_err(|error| of_disk(&error))?;
    let mut file = tokio::fs::File::create(path)
        .await
        .map_err(|error| of_disk(&error))?;
    let mut length = 0;
    let mut parts = std::mem::take(&mut body).into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| {
            let text = "the file did not come to its end".to_owned();
            Refused(StatusCode::BAD_REQUEST, text)
        })?;
        length += part.len() as u64;
        if length > most {
            let text = format!(
                "the package is larger than {most} bytes (limits.package_bytes in config.toml)"
            );
            return Err(Refused(StatusCode::PAYLOAD_TOO_LARGE, text));
        }
        file.write_all(&part)
            .await
            .map_err(|error| of_disk(&error))?;
    }
    file.sync_all().await.map_err(|error| of_disk(&error))
}

/// The name without what could lead elsewhere.
fn file_name(given: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '(' | ')');
    let name: String = given
        .chars()
        .filter(|c| plain(*c))
        .take(LONGEST_NAME)
        .collect();
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() {
        "course.zip".to_owned()
    } else {
        name.to_owned()
    }
}

fn of_disk(error: &io::Error) -> Refused {
    let text = format!("the package was not kept: {error}");
    Refused(StatusCode::INSUFFICIENT_STORAGE, text)
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_name_leads_nowhere_else() {
        for (given, kept) in [
            ("tea.zip", "tea.zip"),
            ("../../etc/passwd", "etcpasswd"),
            ("a\\b\0c.zip", "abc.zip"),
            ("Übung (2).zip", "Übung (2).zip"),
            ("..", "course.zip"),
            ("", "course.zip"),
        ] {
            assert_eq!(file_name(given), kept);
        }
        assert_eq!(file_name(&"x".repeat(1000)).len(), 100);
    }
}
