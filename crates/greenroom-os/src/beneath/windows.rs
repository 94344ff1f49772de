//! Not yet: the system opens files beneath a handle, but neither the standard library nor what else
//! is used here does. Nothing is opened that could lie elsewhere.

use std::convert::Infallible;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

use super::Access;

/// Never made.
#[derive(Debug)]
pub struct Folder(Infallible);

impl Folder {
    pub fn open(_path: &Path) -> io::Result<Self> {
        Err(crate::cannot(
            "Greenroom cannot keep code within a folder on Windows yet",
        ))
    }

    pub fn root(&self) -> &Path {
        match self.0 {}
    }

    /// The name of a path from this folder. An absolute path must begin with it.
    pub fn relative<'a>(&self, _path: &'a Path) -> io::Result<&'a Path> {
        match self.0 {}
    }

    /// Opens a regular file; pipes, devices, sockets and folders are refused and never waited for.
    pub fn file(&self, _path: &Path, _access: Access) -> io::Result<File> {
        match self.0 {}
    }

    /// The regular file that would be opened, for what it is.
    pub fn metadata(&self, _path: &Path) -> io::Result<Metadata> {
        match self.0 {}
    }

    /// Removes a file, an empty folder, or a link itself.
    pub fn remove(&self, _path: &Path) -> io::Result<()> {
        match self.0 {}
    }

    pub fn rename(&self, _from: &Path, _to: &Path) -> io::Result<()> {
        match self.0 {}
    }
}

pub(super) fn room(file: &Metadata) -> u64 {
    file.len()
}

/// The standard library does not tell.
pub(super) fn may_have_other_names(_: &Metadata) -> bool {
    true
}
