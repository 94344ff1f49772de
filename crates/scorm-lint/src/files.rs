//! The files of a package as lint sees them. Reading is the caller's business.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A file's name (relative to the package root, `/` between folders) and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The name.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

impl FileEntry {
    /// What follows the last dot of the name; empty without one.
    pub(crate) fn extension(&self) -> &str {
        let parts = self.name.rsplit_once('.');
        parts.map_or("", |(_, extension)| extension)
    }

    /// Did an operating system leave it behind? Then its name says nothing about its content:
    /// `__MACOSX/._index.html` is not a page.
    pub(crate) fn is_junk(&self) -> bool {
        let last = self.name.rsplit('/').next().unwrap_or_default();
        self.name.starts_with("__MACOSX/")
            || last.starts_with("._")
            || matches!(
                last.to_ascii_lowercase().as_str(),
                ".ds_store" | "thumbs.db" | "desktop.ini"
            )
    }

    /// Has it one of these extensions, in whichever letter case?
    pub(crate) fn is_of_type(&self, extensions: &[&str]) -> bool {
        let own = self.extension();
        extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(own))
    }
}

/// Gives names and bytes on demand, from a folder, a zip file or memory.
pub trait Files {
    /// All files, in a stable order.
    fn entries(&self) -> Vec<FileEntry>;

    /// The bytes of a file; none if it is not there or cannot be read.
    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>>;
}

/// Files in memory: fixtures, and the copy that fixes are applied to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFiles(pub BTreeMap<String, Vec<u8>>);

impl Files for MemoryFiles {
    fn entries(&self) -> Vec<FileEntry> {
        let entries = self.0.iter();
        entries
            .map(|(name, bytes)| FileEntry {
                name: name.clone(),
                size: bytes.len() as u64,
            })
            .collect()
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0
            .get(name)
            .map(|bytes| Cow::Borrowed(bytes.as_slice()))
    }
}

impl<N: Into<String>, B: Into<Vec<u8>>> FromIterator<(N, B)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(files: I) -> Self {
        Self(
            files
                .into_iter()
                .map(|(name, bytes)| (name.into(), bytes.into()))
                .collect(),
        )
    }
}
