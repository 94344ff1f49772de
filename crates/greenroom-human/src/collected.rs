//! What is known of a dialog, as the call that asked for it gets it.

use std::io;
use std::path::Path;

use greenroom_dialog::attachments::{Attachment, Attachments};
use serde_json::Value;

/// What is known of a dialog.
#[derive(Debug)]
pub struct Collected {
    pub data: Value,
    pub message: String,
    pub images: Vec<CollectedImage>,
    /// What is to be said about the way to the human.
    pub notices: Vec<String>,
}

/// An image for the model, and where its original lies.
#[derive(Debug)]
pub struct CollectedImage {
    pub bytes: Vec<u8>,
    pub mime: String,
    pub path: String,
}

impl CollectedImage {
    /// Reads an image of an answer from its store below the data directory.
    pub(super) fn read(
        store: &Attachments,
        data_directory: &Path,
        dialog_id: &str,
        image: &Attachment,
    ) -> io::Result<Self> {
        let path = store.original_path(dialog_id, &image.id);
        let shown = path.strip_prefix(data_directory).unwrap_or(&path);
        let (bytes, mime) = store.inline(dialog_id, image)?;
        Ok(Self {
            bytes,
            mime,
            path: shown.display().to_string(),
        })
    }
}
