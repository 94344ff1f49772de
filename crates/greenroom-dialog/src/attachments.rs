//! Images that the human gives, kept as files by dialog.

use crate::ids;
use greenroom_stdx::private_files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of one image.
pub const IMAGE_LIMIT: usize = 10 << 20;
/// Images of one answer.
pub const COUNT_LIMIT: usize = 20;
/// Bytes of all images of one answer.
pub const ANSWER_LIMIT: u64 = 32 << 20;
/// An image that is shown to a model as it is has at most these bytes…
pub const INLINE_BYTES: u64 = 700_000;
/// …and at most this long edge; otherwise a reduced copy is shown.
pub const INLINE_EDGE: u32 = 1_568;

/// One stored image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attachment {
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    pub mime: String,
    pub size: u64,
    pub width: u32,
    pub height: u32,
    /// A reduced copy lies beside it; its content type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
}

impl Attachment {
    /// Whether the original may be shown to a model as it is.
    pub fn fits_inline(&self) -> bool {
        self.size <= INLINE_BYTES && self.width.max(self.height) <= INLINE_EDGE
    }

    /// Whether the reduced copy is the one that is shown.
    pub fn shows_reduced(&self) -> bool {
        !self.fits_inline() && self.reduced.is_some()
    }

    /// As it stands in a tool result.
    pub fn for_result(&self) -> Value {
        json!({
            "id": self.id, "name": self.name, "type": self.mime, "size": self.size,
            "width": self.width, "height": self.height,
            "inline": if self.shows_reduced() { "reduced" } else { "original" },
        })
    }
}

/// Why an image was not taken.
#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    #[error("an image may have {IMAGE_LIMIT} bytes")]
    TooLarge,
    #[error("only png, jpeg, gif and webp images are taken")]
    WrongType,
    #[error("an answer may have {COUNT_LIMIT} images")]
    TooMany,
    #[error("the images of an answer may have {ANSWER_LIMIT} bytes")]
    TooLargeInAll,
    #[error("no such image")]
    Unknown,
    #[error("the image could not be stored: {0}")]
    Disk(#[from] io::Error),
}

/// The content type by the first bytes; a name or header says nothing.
pub fn sniff(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("image/webp"),
        _ => None,
    }
}

/// The folder with all images, one folder per dialog.
#[derive(Clone, Debug)]
pub struct Attachments {
    folder: PathBuf,
}

impl Attachments {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Takes over all images of another folder.
    pub fn adopt(&self, folder: &Path) -> io::Result<()> {
        private_files::move_all_durably(folder, &self.folder)
    }

    /// Stores an image for a dialog.
    pub fn add(
        &self,
        dialog_id: &str,
        name: &str,
        (width, height): (u32, u32),
        bytes: &[u8],
    ) -> Result<Attachment, AttachmentError> {
        let mime = checked_type(bytes)?;
        let present = self.of_dialog(dialog_id);
        if present.len() >= COUNT_LIMIT * 2 {
            return Err(AttachmentError::TooMany);
        }
        let id = ids::draw("att_").map_err(|error| io::Error::other(error.to_string()))?;
        let attachment = Attachment {
            id,
            name: name.chars().filter(|c| !c.is_control()).take(200).collect(),
            mime: mime.to_owned(),
            size: bytes.len() as u64,
            width,
            height,
            reduced: None,
        };
        let folder = self.folder_of(dialog_id);
        private_files::create_dir(&folder)?;
        private_files::replace_durably(&folder.join(&attachment.id), bytes)?;
        self.write_record(dialog_id, &attachment)?;
        Ok(attachment)
    }

    /// Stores the reduced copy of an image.
    pub fn add_reduced(
        &self,
        dialog_id: &str,
        id: &str,
        bytes: &[u8],
    ) -> Result<Attachment, AttachmentError> {
        let mime = checked_type(bytes)?;
        if bytes.len() as u64 > INLINE_BYTES {
            return Err(AttachmentError::TooLarge);
        }
        let mut attachment = self.find(dialog_id, id).ok_or(AttachmentError::Unknown)?;
        private_files::replace_durably(&self.reduced_path(dialog_id, id), bytes)?;
        attachment.reduced = Some(mime.to_owned());
        self.write_record(dialog_id, &attachment)?;
        Ok(attachment)
    }

    /// The images that an answer names, in its order, within the limits of an answer.
    pub fn named(
        &self,
        dialog_id: &str,
        ids: &[String],
    ) -> Result<Vec<Attachment>, AttachmentError> {
        if ids.len() > COUNT_LIMIT {
            return Err(AttachmentError::TooMany);
        }
        let found = ids
            .iter()
            .map(|id| self.find(dialog_id, id).ok_or(AttachmentError::Unknown))
            .collect::<Result<Vec<_>, _>>()?;
        if found.iter().map(|image| image.size).sum::<u64>() > ANSWER_LIMIT {
            return Err(AttachmentError::TooLargeInAll);
        }
        Ok(found)
    }

    /// Which dialog an image belongs to, and its record.
    pub fn locate(&self, id: &str) -> Option<(String, Attachment)> {
        if !ids::is_well_formed(id) {
            return None;
        }
        for entry in fs::read_dir(&self.folder).ok()?.flatten() {
            let dialog_id = entry.file_name().to_string_lossy().into_owned();
            if let Some(attachment) = self.find(&dialog_id, id) {
                return Some((dialog_id, attachment));
            }
        }
        None
    }

    /// The image as it was given.
    pub fn original(&self, dialog_id: &str, id: &str) -> io::Result<Vec<u8>> {
        fs::read(self.original_path(dialog_id, id))
    }

    /// What a model is shown: bytes and content type.
    pub fn inline(&self, dialog_id: &str, image: &Attachment) -> io::Result<(Vec<u8>, String)> {
        match &image.reduced {
            Some(mime) if image.shows_reduced() => {
                let bytes = fs::read(self.reduced_path(dialog_id, &image.id))?;
                Ok((bytes, mime.clone()))
            }
            _ => Ok((self.original(dialog_id, &image.id)?, image.mime.clone())),
        }
    }

    /// Where the original lies.
    pub fn original_path(&self, dialog_id: &str, id: &str) -> PathBuf {
        self.folder_of(dialog_id).join(id)
    }

    /// Removes all images of a dialog but those its answer names.
    pub fn keep_only(&self, dialog_id: &str, kept: &[Attachment]) {
        if kept.is_empty() {
            return self.remove(dialog_id);
        }
        for image in self.of_dialog(dialog_id) {
            if kept.iter().all(|kept| kept.id != image.id) {
                let folder = self.folder_of(dialog_id);
                for name in [
                    image.id.clone(),
                    format!("{}.reduced", image.id),
                    format!("{}.json", image.id),
                ] {
                    // What is not there need not be removed.
                    let _not_there = fs::remove_file(folder.join(name));
                }
            }
        }
    }

    /// Removes all images of a dialog.
    pub fn remove(&self, dialog_id: &str) {
        if ids::is_well_formed(dialog_id) {
            // What is not there need not be removed.
            let _not_there = fs::remove_dir_all(self.folder.join(dialog_id));
        }
    }

    fn of_dialog(&self, dialog_id: &str) -> Vec<Attachment> {
        let Ok(entries) = fs::read_dir(self.folder_of(dialog_id)) else {
            return Vec::new();
        };
        entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                self.find(dialog_id, name.strip_suffix(".json")?)
            })
            .collect()
    }

    /// The record of an image.
    pub fn find(&self, dialog_id: &str, id: &str) -> Option<Attachment> {
        if !ids::is_well_formed(dialog_id) || !ids::is_well_formed(id) {
            return None;
        }
        let text = fs::read(self.folder_of(dialog_id).join(format!("{id}.json"))).ok()?;
        serde_json::from_slice(&text).ok()
    }

    fn write_record(&self, dialog_id: &str, attachment: &Attachment) -> io::Result<()> {
        let path = self
            .folder_of(dialog_id)
            .join(format!("{}.json", attachment.id));
        private_files::replace_durably(&path, &serde_json::to_vec(attachment)?)
    }

    fn folder_of(&self, dialog_id: &str) -> PathBuf {
        self.folder.join(dialog_id)
    }

    /// All files of an image that are there.
    pub(crate) fn files_of(&self, dialog_id: &str, image: &Attachment) -> Vec<PathBuf> {
        let record = self.folder_of(dialog_id).join(format!("{}.json", image.id));
        let original = self.original_path(dialog_id, &image.id);
        let files = [original, self.reduced_path(dialog_id, &image.id), record];
        files.into_iter().filter(|file| file.exists()).collect()
    }

    fn reduced_path(&self, dialog_id: &str, id: &str) -> PathBuf {
        self.folder_of(dialog_id).join(format!("{id}.reduced"))
    }
}

fn checked_type(bytes: &[u8]) -> Result<&'static str, AttachmentError> {
    if bytes.len() > IMAGE_LIMIT {
        return Err(AttachmentError::TooLarge);
    }
    sniff(bytes).ok_or(AttachmentError::WrongType)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = &[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];

    #[test]
    fn the_first_bytes_decide_what_an_image_is() {
        for (bytes, want) in [
            (PNG, Some("image/png")),
            (&[0xff, 0xd8, 0xff, 0xe0][..], Some("image/jpeg")),
            (b"GIF89a..", Some("image/gif")),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some("image/webp")),
            (b"<svg xmlns='x'/>", None),
            (b"RIFF\0\0\0\0WAVE", None),
            (b"", None),
        ] {
            assert_eq!(sniff(bytes), want, "{bytes:?}");
        }
    }

    #[test]
    fn images_are_kept_byte_for_byte_within_the_limits() {
        let folder = tempfile::tempdir().unwrap();
        let images = Attachments::new(folder.path().join("images"));
        let kept = images.add("d_1", "clip\n.png", (10, 20), PNG).unwrap();
        assert_eq!(kept.name, "clip.png");
        assert_eq!(images.original("d_1", &kept.id).unwrap(), PNG);
        let mut largest = PNG.to_vec();
        largest.resize(IMAGE_LIMIT, 0);
        assert!(images.add("d_1", "x", (1, 1), &largest).is_ok());
        largest.push(0);
        let refused = images.add("d_1", "x", (1, 1), &largest);
        assert!(matches!(refused, Err(AttachmentError::TooLarge)));
        let refused = images.add("d_1", "x.png", (1, 1), b"<svg/>");
        assert!(matches!(refused, Err(AttachmentError::WrongType)));
        assert_eq!(images.locate(&kept.id).unwrap().0, "d_1");
        assert!(images.locate("../d_1").is_none());
        images.keep_only("d_1", std::slice::from_ref(&kept));
        assert_eq!(images.of_dialog("d_1"), [kept]);
    }

    #[test]
    fn a_large_image_is_shown_by_its_reduced_copy() {
        let folder = tempfile::tempdir().unwrap();
        let images = Attachments::new(folder.path().join("images"));
        let wide = images.add("d_1", "wide.png", (4000, 20), PNG).unwrap();
        assert_eq!(images.inline("d_1", &wide).unwrap().0, PNG);
        let jpeg = [0xff, 0xd8, 0xff, 0xe0];
        let wide = images.add_reduced("d_1", &wide.id, &jpeg).unwrap();
        let shown = images.inline("d_1", &wide).unwrap();
        assert_eq!(shown, (jpeg.to_vec(), "image/jpeg".to_owned()));
        assert_eq!(wide.for_result()["inline"], "reduced");
    }
}
