//! The package of a session: a folder whose files can be served.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use scorm_package::files::{PathFault, file_path};
use scorm_package::{Manifest, Package, Problem};
use tokio_util::sync::CancellationToken;

use super::letter_case::find_ignoring_case;
use super::source::unreadable;
use super::{CourseSummary, SourcePackage, unpack};
use crate::error::StoreError;

/// How many similar names a missing file gets.
const MOST_NEAR: usize = 5;

/// A package that can be played.
#[derive(Debug)]
pub struct OpenPackage {
    source: SourcePackage,
    /// The folder with the manifest: the caller's own, or an unpacked copy.
    root: PathBuf,
    /// `root` without links, to tell what lies inside.
    real_root: PathBuf,
}

/// An open file of a package.
#[derive(Debug)]
pub struct PackageFile {
    /// For reading whole or in ranges.
    pub file: File,
    /// Path inside the package, decoded, with forward slashes.
    pub path: String,
    /// Length.
    pub bytes: u64,
}

impl OpenPackage {
    /// Makes `source` playable. A zip is unpacked into the new folder `unpack_into`; a folder is
    /// used in place and never changed.
    pub fn open(
        source: SourcePackage,
        unpack_into: &Path,
        cancel: &CancellationToken,
    ) -> Result<Self, StoreError> {
        source.require_manifest()?;
        let root = match source.zip() {
            None => source.path().to_owned(),
            Some(zip) => {
                unpack::unpack(&source, zip, unpack_into, cancel)?;
                unpack_into.to_owned()
            }
        };
        let real_root = fs::canonicalize(&root).map_err(|error| unreadable(&root, &error))?;
        Ok(Self {
            source,
            root,
            real_root,
        })
    }

    /// What the caller named, absolute.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// The folder with the manifest, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The files and the manifest as they were when the session was opened.
    pub fn package(&self) -> &Package {
        self.source.package()
    }

    /// The model of the manifest, if it could be read.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.source.manifest()
    }

    /// What is wrong, and did not stop the package from being opened.
    pub fn problems(&self) -> &[Problem] {
        self.source.problems()
    }

    /// The course that the package launches.
    pub fn course(&self) -> CourseSummary {
        self.source.course()
    }

    /// What is worth knowing before the course is played; see [`SourcePackage::notices`].
    pub fn notices(&self) -> Vec<String> {
        self.source.notices()
    }

    /// Which content this is; see [`SourcePackage::fingerprint`].
    pub fn fingerprint(&self) -> Result<Option<String>, StoreError> {
        self.source.fingerprint()
    }

    /// What the course consists of; see [`SourcePackage::structure`].
    pub fn structure(&self) -> Option<String> {
        self.source.structure()
    }

    /// Opens a file by its URL relative to the package root: percent-decoded once, query and
    /// fragment dropped, `..` resolved. What leads out of the package is refused. A name in other
    /// letter case is found where only one file can be meant.
    ///
    /// Looks at the disk and not at the table, so that a file edited since is shown as edited.
    pub fn open_file(&self, url: &str) -> Result<PackageFile, StoreError> {
        let missing = |path: &str| StoreError::FileMissing {
            path: path.to_owned(),
            near: self.near(path),
        };
        let path = file_path(url).map_err(|fault| match fault {
            PathFault::Empty => missing(url),
            fault => StoreError::SecurityViolation {
                entry: url.to_owned(),
                reason: format!("the path {}", fault.as_str()),
            },
        })?;
        let (path, real) = match resolve(&self.real_root, &path) {
            Ok(real) => (path, real),
            Err(StoreError::FileMissing { .. }) => {
                let named = self.in_other_case(&path).ok_or_else(|| missing(&path))?;
                let real = resolve(&self.real_root, &named)?;
                (named, real)
            }
            Err(other) => return Err(other),
        };
        let open = || -> io::Result<(File, u64)> {
            let file = File::open(&real)?;
            let bytes = file.metadata()?.len();
            Ok((file, bytes))
        };
        let (file, bytes) = open().map_err(|error| unreadable(&real, &error))?;
        Ok(PackageFile { file, path, bytes })
    }

    /// The path as the one file has it that is meant if letter case is ignored.
    fn in_other_case(&self, path: &str) -> Option<String> {
        let found = find_ignoring_case(&self.real_root, Path::new(path))?;
        let inside = found.strip_prefix(&self.real_root).ok()?;
        Some(inside.to_str()?.replace('\\', "/"))
    }

    fn near(&self, path: &str) -> Vec<String> {
        let near = self.package().files.near(path, MOST_NEAR);
        near.into_iter().map(|entry| entry.path.clone()).collect()
    }
}

/// The real file below `real_root` that `path` means. Links may lead anywhere inside.
pub(super) fn resolve(real_root: &Path, path: &str) -> Result<PathBuf, StoreError> {
    let missing = || StoreError::FileMissing {
        path: path.to_owned(),
        near: Vec::new(),
    };
    let wanted = real_root.join(path);
    let real = fs::canonicalize(&wanted).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
            missing()
        }
        _ => unreadable(&wanted, &error),
    })?;
    if !real.starts_with(real_root) {
        return Err(StoreError::SecurityViolation {
            entry: path.to_owned(),
            reason: "it is a link that leads out of the package".to_owned(),
        });
    }
    if real.is_file() {
        Ok(real)
    } else {
        Err(missing())
    }
}
