//! What a caller's path leads to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// A path that exists and may be a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackageSource {
    /// A folder, played in place.
    Folder(PathBuf),
    /// A file, which must turn out to be a zip.
    File(PathBuf),
}

impl PackageSource {
    /// Looks at `path`, which may be relative to the working directory.
    pub fn locate(path: &Path) -> Result<Self, StoreError> {
        let refused = |path: &Path, reason: String| StoreError::PathResolution {
            path: path.to_owned(),
            reason,
        };
        let absolute = std::path::absolute(path)
            .map_err(|error| refused(path, format!("it is no path: {error}")))?;
        let metadata = fs::metadata(&absolute).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => refused(&absolute, "it does not exist".to_owned()),
            _ => refused(&absolute, format!("it cannot be read: {error}")),
        })?;
        if metadata.is_dir() {
            Ok(Self::Folder(absolute))
        } else if absolute
            .file_name()
            .is_some_and(|name| name == "imsmanifest.xml")
        {
            let reason = "it is a manifest; give the folder that holds it".to_owned();
            Err(refused(&absolute, reason))
        } else if metadata.is_file() {
            Ok(Self::File(absolute))
        } else {
            Err(refused(
                &absolute,
                "it is neither a folder nor a zip file".to_owned(),
            ))
        }
    }

    /// The absolute path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::File(path) => path,
        }
    }
}
