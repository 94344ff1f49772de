//! What goes into the zip.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read};
use std::path::Path;

use greenroom_report::PackageFiles;
use greenroom_store::SourcePackage;
use scorm_lint::{FileEntry, Files};
use scorm_pack::file_lists::{self, Proposal};
use scorm_pack::{Contents, Merge, Merging, Selection, edits, merging};
use scorm_package::files::FileEntry as TableEntry;
use scorm_package::xml::XmlLimits;
use scorm_package::{MANIFEST, read_manifest};

use crate::archive::{Archive, LARGEST, MOST_ENTRIES, Written};
use crate::error::PackError;
use crate::optimize::{self, Duplicates, Optimized, Spool};

/// What goes into the zip of a package, and with which changes.
#[derive(Debug)]
pub struct Plan<'a> {
    package: &'a SourcePackage,
    /// The files, and those that stay out.
    pub selection: Selection,
    /// What the `file` lists of the manifest lack.
    pub lists: Proposal,
    /// New bytes of files, by path.
    pub changed: BTreeMap<String, Vec<u8>>,
    /// Smaller forms of files.
    smaller: Option<Spool>,
}

struct Source<'a>(&'a SourcePackage);

impl Contents for Source<'_> {
    fn open<'a>(&'a self, entry: &TableEntry) -> io::Result<Box<dyn Read + 'a>> {
        self.0.open_entry(entry).map_err(io::Error::other)
    }
}

impl<'a> Plan<'a> {
    /// Selects the files of a package; with `all`, everything that is not a leftover.
    pub fn of(package: &'a SourcePackage, all: bool) -> Result<Self, PackError> {
        let read = &package.package().manifest_file;
        let table = &package.package().files;
        let (manifest, document) = (read.manifest.as_ref(), read.document.as_ref());
        if manifest.is_none() && !all {
            return Err(PackError::NoManifest);
        }
        let selection = scorm_pack::select(table, manifest, document, &Source(package), all);
        let lists = match (manifest, document) {
            (Some(manifest), Some(document)) => {
                file_lists::propose(manifest, document, table, &selection)
            }
            _ => Proposal::default(),
        };
        Ok(Self {
            package,
            selection,
            lists,
            changed: BTreeMap::new(),
            smaller: None,
        })
    }

    /// Leaves a file out, such as the zip that is being written.
    pub fn leave_out(&mut self, path: &str) {
        self.selection.files.retain(|file| file.path != path);
    }

    /// The manifest with its lists brought up to date; none if nothing changes, or if the manifest
    /// is in another encoding than UTF-8, in which nothing is edited.
    pub fn updated_manifest(&self) -> Option<Vec<u8>> {
        if self.lists.edits.is_empty() {
            return None;
        }
        let entry = self.package.package().files.get(MANIFEST)?;
        let bytes = self.package.read_file(entry, u64::MAX).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let document = self.package.package().manifest_file.document.as_ref()?;
        let (mark, body) = match text.strip_prefix('\u{feff}') {
            Some(body) => ("\u{feff}", body),
            None => ("", text.as_str()),
        };
        // Places count in the text as it was parsed.
        (body == document.text())
            .then(|| format!("{mark}{}", edits::apply(body, &self.lists.edits)).into_bytes())
    }

    /// The change of the manifest as a diff that `patch -p1` takes; empty if nothing changes.
    pub fn proposed_patch(&self) -> String {
        let changed = self.updated_manifest();
        let changed = changed.map(|bytes| (MANIFEST.to_owned(), bytes));
        let changed: BTreeMap<String, Vec<u8>> = changed.into_iter().collect();
        scorm_lint::unified_diff(&PackageFiles::new(self.package), &changed)
    }

    /// Makes files smaller that stay the same by it. `done` is asked now and then whether to go on.
    pub fn optimize(
        &mut self,
        done: impl Fn() -> Result<(), PackError>,
    ) -> Result<Optimized, PackError> {
        let failed = |error: io::Error| PackError::Optimizing {
            reason: error.to_string(),
        };
        let mut spool = Spool::new().map_err(failed)?;
        let same = optimize::duplicates(&self.sizes(), &|path| self.read(path)).map_err(failed)?;
        let merges = self.merge(&same);
        let read = |path: &str| self.read(path);
        let go_on = || done().map_err(io::Error::other);
        let optimized = optimize::optimize(&self.sizes(), &read, &mut spool, go_on);
        let mut optimized = optimized.map_err(failed)?;
        self.smaller = Some(spool);
        optimized.merged(same, merges);
        Ok(optimized)
    }

    /// The files with their bytes.
    fn sizes(&self) -> Vec<(String, u64)> {
        let files = self.selection.files.iter();
        files
            .map(|file| (file.path.clone(), self.size_of(&file.path, file.size)))
            .collect()
    }

    /// Leaves out files that others hold too, where all that leads to them can be written anew.
    fn merge(&mut self, same: &[Duplicates]) -> Vec<Merge> {
        let same: Vec<Vec<String>> = same.iter().map(|one| one.paths.clone()).collect();
        let Ok(bytes) = self.read(MANIFEST) else {
            return Vec::new();
        };
        let (read, _) = read_manifest(&bytes, &XmlLimits::default());
        let (Some(manifest), Some(document)) = (&read.manifest, &read.document) else {
            return Vec::new();
        };
        let table = &self.package.package().files;
        let source = Source(self.package);
        let Merging { merges, edits } =
            merging(manifest, document, table, &self.selection, &same, &source);
        let mut changed = BTreeMap::new();
        for (path, edits) in &edits {
            // Places count in the text as it was read.
            let text = self
                .read(path)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok());
            let text = text.filter(|text| path != MANIFEST || text == document.text());
            let Some(text) = text else {
                return Vec::new();
            };
            changed.insert(path.clone(), edits::apply(&text, edits).into_bytes());
        }
        self.changed.extend(changed);
        for merge in &merges {
            self.leave_out(&merge.gone);
        }
        merges
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The package as it will be, for lint.
    pub fn files(&self) -> PlannedFiles<'_> {
        let files = self.selection.files.iter();
        PlannedFiles {
            plan: self,
            names: files.map(|file| file.path.as_str()).collect(),
            source: PackageFiles::new(self.package),
        }
    }

    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        let files = self.selection.files.iter();
        files.map(|file| self.size_of(&file.path, file.size)).sum()
    }

    fn size_of(&self, path: &str, size: u64) -> u64 {
        let smaller = self.smaller.as_ref().and_then(|spool| spool.size(path));
        let changed = || Some(self.changed.get(path)?.len() as u64);
        smaller.or_else(changed).unwrap_or(size)
    }

    /// Writes the zip, whole or not at all; tells after each file how many bytes are done.
    pub fn write(
        &self,
        path: &Path,
        mut done: impl FnMut(u64) -> Result<(), PackError>,
    ) -> Result<(u64, Vec<Written>), PackError> {
        self.check_bounds()?;
        let failed = |source: io::Error| PackError::Output {
            path: path.to_owned(),
            source,
        };
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let new = tempfile::Builder::new()
            .prefix(".greenroom-pack-")
            .tempfile_in(folder)
            .map_err(failed)?;
        let mut archive = Archive::new(new.reopen().map_err(failed)?);
        let mut total = 0;
        for file in &self.selection.files {
            let added = archive.add(&file.path, &mut || self.open(&file.path));
            let written = added.map_err(|error| match Unreadable::reason(&error) {
                Some(reason) => PackError::File {
                    path: file.path.clone(),
                    reason,
                },
                None => failed(error),
            })?;
            if written.size != self.size_of(&file.path, file.size) {
                return Err(PackError::Changed {
                    path: file.path.clone(),
                });
            }
            total += written.size;
            if archive.len() > LARGEST {
                return Err(too_large("the zip has more than 4 GB", LARGEST));
            }
            done(total)?;
        }
        let (written, bytes, entries) = archive.finish().map_err(failed)?;
        written.sync_all().map_err(failed)?;
        // A temporary file is private; a package is for others.
        greenroom_os::private::let_others_read(&written).map_err(failed)?;
        new.persist(path).map_err(|error| failed(error.error))?;
        Ok((bytes, entries))
    }

    fn check_bounds(&self) -> Result<(), PackError> {
        let files = &self.selection.files;
        if files.len() > MOST_ENTRIES {
            let what = format!("there are {} files", files.len());
            return Err(too_large(what, MOST_ENTRIES as u64));
        }
        for file in files {
            if file.size > LARGEST {
                let what = format!("`{}` has {} bytes", file.path, file.size);
                return Err(too_large(what, LARGEST));
            }
            if file.path.len() > usize::from(u16::MAX) {
                let what = format!("the name of `{}` is too long", file.path);
                return Err(too_large(what, u64::from(u16::MAX)));
            }
        }
        Ok(())
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        if let Some(smaller) = self.smaller.as_ref().and_then(|spool| spool.open(path)) {
            return smaller.map(|reader| reader as Box<dyn Read + '_>);
        }
        if let Some(bytes) = self.changed.get(path) {
            return Ok(Box::new(bytes.as_slice()));
        }
        let entry = self.package.package().files.get(path);
        let entry = entry.ok_or_else(|| Unreadable::error(&"it is gone"))?;
        let opened = self.package.open_entry(entry);
        opened
            .map(|reader| Box::new(Reading(reader)) as Box<dyn Read + '_>)
            .map_err(|error| {
                // Names on a disk are bytes; those that are not UTF-8 lose some when they are listed.
                if path.contains(char::REPLACEMENT_CHARACTER) {
                    Unreadable::error(&"its name is not UTF-8; rename it")
                } else {
                    Unreadable::error(&error)
                }
            })
    }
}

/// Why the source could not be read, inside an error of the copy from source to zip.
#[derive(Debug)]
struct Unreadable(String);

impl Unreadable {
    fn error(reason: &impl ToString) -> io::Error {
        io::Error::other(Self(reason.to_string()))
    }

    fn reason(error: &io::Error) -> Option<String> {
        let inner = error.get_ref()?.downcast_ref::<Self>()?;
        Some(inner.0.clone())
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// Marks failures as those of the source.
struct Reading<R>(R);

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => Unreadable::error(&error),
        })
    }
}

fn too_large(what: impl Into<String>, most: u64) -> PackError {
    PackError::TooLarge {
        what: what.into(),
        most,
    }
}

/// The files of a plan, as lint sees them.
#[derive(Debug)]
pub struct PlannedFiles<'a> {
    plan: &'a Plan<'a>,
    names: HashSet<&'a str>,
    source: PackageFiles<'a>,
}

impl Files for PlannedFiles<'_> {
    fn entries(&self) -> Vec<FileEntry> {
        let files = self.plan.selection.files.iter();
        files
            .map(|file| FileEntry {
                name: file.path.clone(),
                size: self.plan.size_of(&file.path, file.size),
            })
            .collect()
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.names.get(name)?;
        let smaller = self.plan.smaller.as_ref();
        if let Some(smaller) = smaller.and_then(|spool| spool.open(name)) {
            let mut bytes = Vec::new();
            smaller.ok()?.read_to_end(&mut bytes).ok()?;
            return Some(Cow::Owned(bytes));
        }
        if let Some(bytes) = self.plan.changed.get(name) {
            return Some(Cow::Borrowed(bytes));
        }
        self.source.read(name)
    }
}
