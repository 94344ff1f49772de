//! Packages on disk: opening a folder or a zip, and reading their files.

mod files;
mod limits;
mod source;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use crate::error::StoreError;

pub use files::PackageFile;
pub use limits::PackageLimits;
pub use source::PackageSource;

/// The name of the manifest; letter case counts.
pub const MANIFEST: &str = "imsmanifest.xml";

/// A package that can be played: a folder with a manifest.
#[derive(Debug)]
pub struct OpenPackage {
    /// What the caller named.
    path: PathBuf,
    /// The folder with the manifest: the caller's own, or an unpacked copy.
    root: PathBuf,
    /// `root` without links, to tell what lies inside.
    real_root: PathBuf,
}

impl OpenPackage {
    /// Opens `source`. A zip is unpacked into `unpack_into`, a folder is used in place.
    pub fn open(
        source: PackageSource,
        _unpack_into: &Path,
        limits: &PackageLimits,
        _cancel: &CancellationToken,
    ) -> Result<Self, StoreError> {
        let (path, root) = match source {
            PackageSource::Folder(path) => (path.clone(), path),
            PackageSource::File(path) => {
                let reason = "it is neither a folder nor a zip file".to_owned();
                return Err(StoreError::PathResolution { path, reason });
            }
        };
        let real_root = fs::canonicalize(&root).map_err(|error| StoreError::PathResolution {
            path: root.clone(),
            reason: format!("it cannot be read: {error}"),
        })?;
        let package = Self {
            path,
            root,
            real_root,
        };
        package.require_manifest(limits)?;
        Ok(package)
    }

    /// What the caller named, absolute.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder with the manifest, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn require_manifest(&self, limits: &PackageLimits) -> Result<(), StoreError> {
        // The listing, not a lookup: on some disks `IMSMANIFEST.XML` answers to every spelling.
        let mut at_root = false;
        let mut folders = Vec::new();
        let unreadable = |error| StoreError::PathResolution {
            path: self.root.clone(),
            reason: format!("it cannot be read: {error}"),
        };
        for entry in fs::read_dir(&self.root).map_err(unreadable)?.flatten() {
            at_root |= entry.file_name() == MANIFEST;
            if entry.path().join(MANIFEST).is_file() {
                folders.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        if !at_root {
            folders.sort();
            let found_in = folders.into_iter().next();
            return Err(StoreError::ManifestNotFound {
                path: self.path.clone(),
                found_in,
            });
        }
        let manifest = self.open_file(MANIFEST)?;
        if manifest.bytes > limits.manifest_bytes {
            return Err(StoreError::LimitExceeded {
                limit: "the size of the manifest in bytes",
                value: manifest.bytes,
                maximum: limits.manifest_bytes,
                setting: "limits.manifest_bytes",
            });
        }
        Ok(())
    }

    /// Opens a file by its path inside the package, as a URL spells it: percent-encoded, with
    /// forward slashes, query and fragment ignored.
    pub fn open_file(&self, url_path: &str) -> Result<PackageFile, StoreError> {
        let path = files::decode(url_path)?;
        let real = files::resolve(&self.real_root, &path)?;
        let unreadable = |error| StoreError::Read {
            path: real.clone(),
            source: error,
        };
        let file = File::open(&real).map_err(unreadable)?;
        let bytes = file.metadata().map_err(unreadable)?.len();
        Ok(PackageFile { file, path, bytes })
    }
}
