//! A folder or zip where the caller keeps it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use scorm_package::files::FileEntry;
use scorm_package::{Limits, MANIFEST, Manifest, Package, Problem, archive};
use sha2::{Digest, Sha256};

use super::{CourseSummary, course, refusal, walk};
use crate::error::StoreError;

/// A package that was checked and read where it lies. Nothing is unpacked, and no file but the
/// manifest is read before it is asked for.
#[derive(Debug)]
pub struct SourcePackage {
    path: PathBuf,
    place: Place,
    package: Package,
    problems: Vec<Problem>,
}

#[derive(Debug)]
enum Place {
    /// With the folder's path without links, to tell what lies inside.
    Folder {
        real: PathBuf,
    },
    Zip(File),
}

impl SourcePackage {
    /// Reads the package at `path`, which may be relative to the working directory.
    ///
    /// A missing or broken manifest is not an error here: see [`SourcePackage::require_manifest`] and
    /// [`SourcePackage::problems`].
    pub fn read(path: &Path, limits: &Limits) -> Result<Self, StoreError> {
        let source = Self::inspect(path, limits)?;
        if let Place::Zip(file) = &source.place {
            let metadata = file.metadata().map_err(|error| unreadable(path, &error))?;
            refusal::of_zip(&source.path, metadata.len(), &source.problems, limits)?;
        }
        Ok(source)
    }

    /// Reads what can be read, also of a zip that must not be opened: for lint, which tells why.
    pub fn inspect(path: &Path, limits: &Limits) -> Result<Self, StoreError> {
        let path = std::path::absolute(path)
            .map_err(|error| unresolved(path, format!("it is not a path: {error}")))?;
        let metadata = fs::metadata(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => unresolved(&path, "it does not exist"),
            _ => unreadable(&path, &error),
        })?;
        if metadata.is_dir() {
            Self::read_folder(path, limits)
        } else if path.file_name().is_some_and(|name| name == MANIFEST) {
            Err(unresolved(
                &path,
                "it is a manifest; give the folder that holds it",
            ))
        } else if metadata.is_file() {
            Self::read_zip(path, limits)
        } else {
            Err(unresolved(&path, "it is neither a folder nor a zip file"))
        }
    }

    fn read_folder(path: PathBuf, limits: &Limits) -> Result<Self, StoreError> {
        let real = fs::canonicalize(&path).map_err(|error| unreadable(&path, &error))?;
        let (files, mut problems) = walk::files(&real, *limits)?;
        let manifest = match files.get(MANIFEST) {
            Some(entry) => Some(read_from_folder(
                &real,
                entry,
                u64::from(limits.xml.bytes) + 1,
            )?),
            None => None,
        };
        let (package, more) = Package::new(files, manifest.as_deref(), limits);
        problems.extend(more);
        Ok(Self {
            path,
            place: Place::Folder { real },
            package,
            problems,
        })
    }

    fn read_zip(path: PathBuf, limits: &Limits) -> Result<Self, StoreError> {
        let mut file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
        let (package, problems) = Package::from_zip(&mut file, limits);
        Ok(Self {
            path,
            place: Place::Zip(file),
            package,
            problems,
        })
    }

    /// What the caller named, absolute.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The files and the manifest.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// The model of the manifest, if it could be read.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.package.manifest_file.manifest.as_ref()
    }

    /// What is wrong, and did not stop the package from being read.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The course that the package launches.
    pub fn course(&self) -> CourseSummary {
        self.manifest().map(CourseSummary::of).unwrap_or_default()
    }

    /// Everything worth knowing before the course is played, one line each: the problems, and the
    /// items that cannot be launched. No verdict; that is the business of lint.
    pub fn notices(&self) -> Vec<String> {
        let problems = self.problems.iter().map(ToString::to_string);
        problems
            .chain(course::launch_faults(&self.package))
            .collect()
    }

    /// An error if there is no manifest at the root, readable or not.
    pub fn require_manifest(&self) -> Result<(), StoreError> {
        refusal::of_manifest(&self.path, &self.problems)
    }

    /// Reads a file of the table, at most `most` bytes of it.
    pub fn read_file(&self, entry: &FileEntry, most: u64) -> Result<Vec<u8>, StoreError> {
        match &self.place {
            Place::Folder { real } => read_from_folder(real, entry, most),
            Place::Zip(file) => {
                let mut bytes = Vec::new();
                archive::open_entry(file, entry, 0)
                    .and_then(|reader| reader.take(most).read_to_end(&mut bytes))
                    .map_err(|error| damaged(&self.path, entry, &error))?;
                Ok(bytes)
            }
        }
    }

    /// Opens a file of the table, to be read bit by bit.
    pub fn open_entry(&self, entry: &FileEntry) -> Result<Box<dyn Read + '_>, StoreError> {
        match &self.place {
            Place::Folder { real } => {
                let path = super::open::resolve(real, &entry.path)?;
                let file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
                Ok(Box::new(file))
            }
            // Readers of one file share its place in it, so each gets a file of its own.
            Place::Zip(_) => {
                let file = File::open(&self.path);
                let reader = file.and_then(|file| archive::open_entry(file, entry, 0));
                let reader = reader.map_err(|error| damaged(&self.path, entry, &error))?;
                Ok(Box::new(reader))
            }
        }
    }

    /// Which content this is: a hash of the manifest, equal for the folder and its zip.
    pub fn fingerprint(&self) -> Result<Option<String>, StoreError> {
        let Some(entry) = self.package.files.get(MANIFEST) else {
            return Ok(None);
        };
        let digest = Sha256::digest(self.read_file(entry, u64::MAX)?);
        let half = digest
            .first_chunk()
            .map(|bytes| u128::from_be_bytes(*bytes));
        Ok(half.map(|half| format!("{half:032x}")))
    }

    /// What the course consists of: its organizations, items and titles, by a hash. It stays the
    /// same while pages, files and rules are edited; `None` without a manifest.
    pub fn structure(&self) -> Option<String> {
        let manifest = self.manifest()?;
        let mut digest = Sha256::new();
        let mut add = |text: &str| {
            digest.update(text);
            digest.update([0]);
        };
        for organization in &manifest.organizations {
            add(&organization.identifier);
            add(&organization.title);
            for item in organization.all_items() {
                add(&item.identifier);
            }
            add("");
        }
        let digest = digest.finalize();
        let half = digest
            .first_chunk()
            .map(|bytes| u128::from_be_bytes(*bytes));
        half.map(|half| format!("{half:032x}"))
    }

    /// The zip file; `None` for a folder.
    pub(super) fn zip(&self) -> Option<&File> {
        match &self.place {
            Place::Folder { .. } => None,
            Place::Zip(file) => Some(file),
        }
    }
}

fn read_from_folder(real: &Path, entry: &FileEntry, most: u64) -> Result<Vec<u8>, StoreError> {
    let path = super::open::resolve(real, &entry.path)?;
    let mut bytes = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| unreadable(&path, &error))?;
    Ok(bytes)
}

fn unresolved(path: &Path, reason: impl Into<String>) -> StoreError {
    StoreError::PathResolution {
        path: path.to_owned(),
        reason: reason.into(),
    }
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> StoreError {
    unresolved(path, format!("it cannot be read: {error}"))
}

/// An entry whose data turned out to be broken while it was unpacked.
pub(super) fn damaged(zip: &Path, entry: &FileEntry, error: &io::Error) -> StoreError {
    unresolved(zip, format!("`{}` cannot be unpacked: {error}", entry.path))
}
