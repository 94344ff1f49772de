//! Which files Lua code reaches: regular ones below the project, links followed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_os::beneath::{self, Access, Folder};
use greenroom_os::names;

use crate::disk::{BLOCK, Disk};
use crate::limits::{LUA_FILE_BYTES, OPEN_FILES};

/// Numbers of C's library, which Lua code is told: the same on every system.
const EACCES: i32 = 13;
const EINVAL: i32 = 22;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;

/// Lua's words for what the system says, and the system's number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) text: String,
    pub(crate) code: i32,
}

impl Refusal {
    pub(crate) fn too_many_files(path: &[u8]) -> Self {
        Self {
            text: format!(
                "{}: too many open files: a session may have {OPEN_FILES}",
                String::from_utf8_lossy(path)
            ),
            code: EMFILE,
        }
    }

    pub(crate) fn no_room(error: &io::Error) -> Self {
        Self {
            text: error.to_string(),
            code: ENOSPC,
        }
    }
}

/// The project's folder as Lua code may use it.
#[derive(Debug)]
pub(crate) struct Reach {
    folder: Folder,
    /// The project's folder as its human wrote it.
    given: PathBuf,
    /// The human opened everything.
    full_access: bool,
    disk: Arc<Disk>,
}

impl Reach {
    pub(crate) fn new(base_dir: &Path, full_access: bool, disk: Arc<Disk>) -> io::Result<Self> {
        Ok(Self {
            folder: Folder::open(base_dir)?,
            given: base_dir.to_owned(),
            full_access,
            disk,
        })
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.root()
    }

    pub(crate) fn full_access(&self) -> bool {
        self.full_access
    }

    /// Opens a file as Lua's `io.open` does.
    pub(crate) fn open(&self, path: &[u8], access: Access) -> Result<File, Refusal> {
        let name = self.name(path)?;
        if self.full_access {
            let place = self.root().join(name);
            return open_anywhere(&place, access).map_err(|error| refusal(path, &error));
        }
        if access.writes() {
            self.prepare(name, access)
                .map_err(|error| refusal(path, &error))?;
        }
        self.folder
            .file(name, access)
            .map_err(|error| refusal(path, &error))
    }

    /// Settles with the account what opening a file changes: a new one takes room, one that is
    /// written anew gives its room back.
    fn prepare(&self, name: &Path, access: Access) -> io::Result<()> {
        match self.folder.metadata(name) {
            Ok(found) if matches!(access, Access::Create(_)) => {
                self.disk.give(beneath::room(&found));
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && access != Access::Update => {
                self.take(BLOCK)
            }
            _ => Ok(()),
        }
    }

    /// Takes room for bytes that are about to be written.
    pub(crate) fn take(&self, bytes: u64) -> io::Result<()> {
        if self.full_access {
            return Ok(());
        }
        self.disk
            .take(bytes)
            .map_err(|limit| io::Error::new(io::ErrorKind::StorageFull, limit))
    }

    pub(crate) fn remove(&self, path: &[u8]) -> Result<(), Refusal> {
        let name = self.name(path)?;
        let refused = |error: io::Error| refusal(path, &error);
        if self.full_access {
            let place = self.root().join(name);
            let removed = std::fs::remove_file(&place).or_else(|error| {
                if place.is_dir() {
                    std::fs::remove_dir(&place)
                } else {
                    Err(error)
                }
            });
            return removed.map_err(refused);
        }
        let freed = self.freed(name);
        self.folder.remove(name).map_err(refused)?;
        self.disk.give(freed);
        Ok(())
    }

    pub(crate) fn rename(&self, from: &[u8], to: &[u8]) -> Result<(), Refusal> {
        let (source, target) = (self.name(from)?, self.name(to)?);
        if self.full_access {
            return std::fs::rename(self.root().join(source), self.root().join(target))
                .map_err(|error| refusal(from, &error));
        }
        let freed = self.freed(target);
        self.folder
            .rename(source, target)
            .map_err(|error| refusal(from, &error))?;
        self.disk.give(freed);
        Ok(())
    }

    /// The room of a file that goes. One with several names keeps it.
    fn freed(&self, name: &Path) -> u64 {
        let is_link =
            std::fs::symlink_metadata(self.root().join(name)).is_ok_and(|found| found.is_symlink());
        let found = self.folder.metadata(name);
        found.map_or(0, |found| {
            if is_link || beneath::may_have_other_names(&found) {
                0
            } else {
                beneath::room(&found).max(BLOCK)
            }
        })
    }

    /// A path that Lua code names, from the project.
    fn name<'a>(&self, path: &'a [u8]) -> Result<&'a Path, Refusal> {
        if path.contains(&0) {
            let shown = String::from_utf8_lossy(path).replace('\0', "\\0");
            return Err(Refusal {
                text: format!("{shown}: a path cannot hold a zero byte"),
                code: EINVAL,
            });
        }
        let name = names::path(path).map_err(|error| refusal(path, &error))?;
        Ok(name.strip_prefix(&self.given).unwrap_or(name))
    }

    /// The text of a file of code.
    pub(crate) fn read_code(&self, path: &[u8]) -> Result<Vec<u8>, Refusal> {
        let file = self.open(path, Access::Read)?;
        let refused = |error: io::Error| refusal(path, &error);
        let mut text = Vec::new();
        file.take(LUA_FILE_BYTES + 1)
            .read_to_end(&mut text)
            .map_err(refused)?;
        if text.len() as u64 > LUA_FILE_BYTES {
            let words = format!("a file of Lua code is limited to {LUA_FILE_BYTES} bytes");
            return Err(refused(io::Error::other(words)));
        }
        Ok(text)
    }

    /// The name of a file for messages: relative to the project where it lies in it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(self.root())
            .unwrap_or(path)
            .display()
            .to_string()
    }

    /// The real place of a file of the project, by which it is known when it changes.
    pub(crate) fn place(&self, path: &[u8]) -> PathBuf {
        // A name that the system does not have is no file of the project.
        let joined =
            names::path(path).map_or_else(|_| PathBuf::new(), |path| self.root().join(path));
        joined.canonicalize().unwrap_or(joined)
    }

    /// The file of a module: `lua/a/b.lua`, then `a/b.lua`.
    pub(crate) fn module(&self, name: &str) -> Result<PathBuf, NoModule> {
        let plain = !name.is_empty()
            && name.split('.').all(|part| {
                !part.is_empty()
                    && part
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            });
        let file = format!("{}.lua", name.replace('.', "/"));
        let candidates = [format!("lua/{file}"), file];
        if plain {
            for candidate in &candidates {
                if self.folder.metadata(Path::new(candidate)).is_ok() {
                    return Ok(self.place(candidate.as_bytes()));
                }
            }
        }
        Err(NoModule {
            name: name.to_owned(),
            candidates,
        })
    }
}

/// No file holds a module; Lua code is told the text.
#[derive(Debug, thiserror::Error)]
#[error("module '{name}' not found: no file {} and no file {}", candidates[0], candidates[1])]
pub(crate) struct NoModule {
    name: String,
    candidates: [String; 2],
}

/// With full access a file is what the system says it is.
fn open_anywhere(path: &Path, access: Access) -> io::Result<File> {
    let mut options = OpenOptions::new();
    match access {
        Access::Read => options.read(true),
        Access::Update => options.read(true).write(true),
        Access::Create(read) => options.read(read).write(true).create(true).truncate(true),
        Access::Append(read) => options.read(read).append(true).create(true),
    };
    options.open(path)
}

/// What Lua code is told of a failure.
fn refusal(path: &[u8], error: &io::Error) -> Refusal {
    let shown = String::from_utf8_lossy(path);
    let code = error.raw_os_error().unwrap_or_default();
    if error.kind() == io::ErrorKind::CrossesDevices {
        return Refusal {
            text: format!("{shown}: not allowed outside of base_dir"),
            code: EACCES,
        };
    }
    let words = error.to_string();
    // Lua's libraries say the words alone.
    let words = words
        .split_once(" (os error")
        .map_or(words.as_str(), |(words, _)| words);
    Refusal {
        text: format!("{shown}: {words}"),
        code,
    }
}
