//! The files of a package on disk, as lint sees them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use greenroom_store::SourcePackage;
use scorm_lint::{FileEntry, Files};

/// Larger files are media, which no rule looks into.
const MOST_BYTES: u64 = 64 << 20;

/// Reads on demand from folder or zip, and remembers what was read.
#[derive(Debug)]
pub struct PackageFiles<'a> {
    package: &'a SourcePackage,
    read: RefCell<BTreeMap<String, u64>>,
}

impl<'a> PackageFiles<'a> {
    /// The files of this package.
    pub fn new(package: &'a SourcePackage) -> Self {
        Self {
            package,
            read: RefCell::default(),
        }
    }

    /// The files that were read so far, each with a hash of its bytes.
    pub(crate) fn read_so_far(self) -> BTreeMap<String, u64> {
        self.read.into_inner()
    }
}

impl Files for PackageFiles<'_> {
    fn entries(&self) -> Vec<FileEntry> {
        let files = self.package.package().files.iter();
        files
            .map(|entry| FileEntry {
                name: entry.path.clone(),
                size: entry.size,
            })
            .collect()
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let entry = self.package.package().files.get(name)?;
        if entry.size > MOST_BYTES {
            return None;
        }
        let bytes = self.package.read_file(entry, MOST_BYTES).ok()?;
        let mut read = self.read.borrow_mut();
        if !read.contains_key(name) {
            read.insert(name.to_owned(), hash(&bytes));
        }
        Some(Cow::Owned(bytes))
    }
}

/// Whether files still hold the bytes that were read.
pub(crate) fn unchanged(package: &SourcePackage, read: &BTreeMap<String, u64>) -> bool {
    let files = PackageFiles::new(package);
    read.iter()
        .all(|(name, known)| files.read(name).is_some_and(|bytes| hash(&bytes) == *known))
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
