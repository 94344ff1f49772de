//! Where the zip goes, and what may be replaced there.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use greenroom_store::{ArtifactType, Session, SourcePackage};

use crate::{ErrorCode, ToolError};

/// The first bytes of every zip of ours: the manifest first, with the time of all its entries.
const SIGN_BYTES: usize = 45;

/// Where the zip goes.
pub(super) enum Output {
    /// Where it was asked for.
    Named(PathBuf),
    /// Among the artifacts of the session.
    Artifact(PathBuf),
}

impl Output {
    /// Where the zip may be written. Nothing but an earlier zip of ours is replaced.
    pub(super) fn find(
        wanted: Option<&Path>,
        package: &SourcePackage,
        session: &Session,
    ) -> Result<Self, ToolError> {
        let Some(wanted) = wanted else {
            let path = session.artifacts().reserve(ArtifactType::Package, "zip")?;
            return Ok(Self::Artifact(path));
        };
        let path = std::path::absolute(wanted).map_err(|error| refused(wanted, &error))?;
        let is_source = |path: &Path| {
            let (one, other) = (path.canonicalize(), package.path().canonicalize());
            matches!((one, other), (Ok(one), Ok(other)) if one == other)
        };
        if is_source(&path) {
            return Err(refused(&path, &"it is the source, which is never changed"));
        }
        if path.is_dir() {
            return Err(refused(&path, &"it is a folder"));
        }
        if path.symlink_metadata().is_ok() && !is_ours(&path) {
            let why = "it exists and was not made by this tool";
            return Err(refused(&path, &why));
        }
        let folder = path.parent().filter(|folder| folder.is_dir());
        if folder.is_none() {
            return Err(refused(&path, &"its folder does not exist"));
        }
        Ok(Self::Named(path))
    }

    pub(super) fn path(&self) -> &Path {
        let (Self::Named(path) | Self::Artifact(path)) = self;
        path
    }

    /// Its path in the package, if it lies there itself.
    pub(super) fn inside(&self, package: &SourcePackage) -> Option<String> {
        let folder = self.path().parent()?.canonicalize().ok()?;
        let root = package.path().canonicalize().ok()?;
        let path = folder.join(self.path().file_name()?);
        let inside = path.strip_prefix(root).ok()?.to_str()?;
        Some(inside.replace(std::path::MAIN_SEPARATOR, "/"))
    }
}

fn is_ours(path: &Path) -> bool {
    let mut head = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(SIGN_BYTES as u64).read_to_end(&mut head));
    read.is_ok()
        && head.starts_with(b"PK\x03\x04")
        && head.get(10..14) == Some(&[0, 0, 0x21, 0])
        && head.get(30..) == Some(b"imsmanifest.xml")
}

fn refused(path: &Path, why: &dyn std::fmt::Display) -> ToolError {
    let message = format!("{} was not written: {why}", path.display());
    ToolError::new(ErrorCode::ArtifactWriteFailed, message)
        .hint("Give another output_path, or none.")
}
