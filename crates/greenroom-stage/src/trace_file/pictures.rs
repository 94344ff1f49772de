//! The pictures of a session that a trace takes along.

use std::path::{Path, PathBuf};

use greenroom_store::{Artifact, ArtifactType, kept_artifacts};
use greenroom_web::workbench::journals::{PictureFacts, StoredPicture};
use serde::Serialize;
use serde_json::Value;

/// One picture, told in the head of a trace.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Picture {
    /// As the record of its taking names it.
    path: String,
    title: String,
    time: u64,
    width: Option<u64>,
    height: Option<u64>,
    mime: String,
    pub(super) bytes: u64,
    /// Its place among the pictures inside; none if it had no room.
    pub(super) place: Option<usize>,
    #[serde(skip)]
    pub(super) file: PathBuf,
}

/// What there is to take along.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    pub(super) all: Vec<Picture>,
    pub(super) left_out: usize,
}

/// The pictures of a session directory, oldest first; none if texts are masked, since a picture may
/// show them.
pub(super) fn of(directory: &Path, masked: bool) -> Pictures {
    let mut all: Vec<Picture> = kept_artifacts(directory)
        .into_iter()
        .filter(|artifact| artifact.kind == ArtifactType::Screenshot)
        .filter(|artifact| matches!(artifact.mime.as_str(), "image/png" | "image/jpeg"))
        .map(Picture::from)
        .collect();
    if masked {
        let left_out = all.len();
        all.clear();
        return Pictures { all, left_out };
    }
    Pictures { all, left_out: 0 }
}

/// What is known of pictures, each named as its record names it.
pub(super) fn facts(directory: &Path, paths: &[String]) -> Vec<PictureFacts> {
    if paths.is_empty() {
        return Vec::new();
    }
    let all = of(directory, false).all;
    let found = paths
        .iter()
        .filter_map(|path| all.iter().find(|picture| picture.path == *path));
    let facts = found.map(|picture| PictureFacts {
        path: picture.path.clone(),
        title: picture.title.clone(),
        time: picture.time,
        width: picture.width,
        height: picture.height,
        mime: picture.mime.clone(),
        bytes: picture.bytes,
    });
    facts.collect()
}

/// The bytes of a picture, by the name of its file.
pub(super) fn read(directory: &Path, name: &str) -> Option<StoredPicture> {
    let all = of(directory, false).all.into_iter();
    let mut named = all.filter(|picture| picture.file.file_name().is_some_and(|it| it == name));
    let picture = named.next()?;
    let bytes = std::fs::read(&picture.file).ok()?;
    let mime = picture.mime;
    Some(StoredPicture { mime, bytes })
}

impl Pictures {
    /// Takes along what has room: the largest are left out first, of equal ones the oldest.
    pub(super) fn fit(&mut self, room: u64) {
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_by_key(|&index| (self.all[index].bytes, std::cmp::Reverse(index)));
        let mut room = room;
        let mut taken = vec![false; self.all.len()];
        for index in order {
            let Some(left) = room.checked_sub(self.all[index].bytes) else {
                break;
            };
            room = left;
            taken[index] = true;
        }
        let mut place = 0;
        for (picture, taken) in self.all.iter_mut().zip(taken) {
            picture.place = taken.then_some(place);
            place += usize::from(taken);
        }
        self.left_out += self.all.len() - place;
    }
}

impl From<Artifact> for Picture {
    fn from(artifact: Artifact) -> Self {
        let size = |key: &str| artifact.metadata.get(key).and_then(Value::as_u64);
        let parts: Vec<&str> = artifact.path.rsplit('/').take(2).collect();
        Self {
            path: parts.into_iter().rev().collect::<Vec<_>>().join("/"),
            title: artifact.title.clone(),
            time: artifact.created_at,
            width: size("width"),
            height: size("height"),
            mime: artifact.mime.clone(),
            bytes: artifact.bytes,
            place: None,
            file: artifact.absolute_path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(bytes: u64) -> Picture {
        Picture {
            path: String::new(),
            title: String::new(),
            time: 0,
            width: None,
            height: None,
            mime: "image/png".to_owned(),
            bytes,
            place: None,
            file: PathBuf::new(),
        }
    }

    #[test]
    fn the_largest_are_left_out_first_then_the_oldest() {
        let all = [50, 10, 50, 20].map(picture).to_vec();
        let mut pictures = Pictures { all, left_out: 0 };
        pictures.fit(100);
        let places: Vec<_> = pictures.all.iter().map(|picture| picture.place).collect();
        assert_eq!(places, [None, Some(0), Some(1), Some(2)]);
        assert_eq!(pictures.left_out, 1);
    }
}
