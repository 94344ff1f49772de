//! By handles of folders.
//!
//! Names are resolved against a handle of the folder, never against its path, and each step of the
//! way is either taken by the kernel under `RESOLVE_BENEATH` or by us, one component at a time
//! without following links. So there is no moment between a check and its use.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

use super::Access;

/// Links on one way, as in the kernel.
const LINKS: usize = 40;

fn flags(access: Access) -> OFlags {
    match access {
        Access::Read => OFlags::RDONLY,
        Access::Update => OFlags::RDWR,
        Access::Create(false) => OFlags::WRONLY | OFlags::CREATE,
        Access::Create(true) => OFlags::RDWR | OFlags::CREATE,
        Access::Append(false) => OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND,
        Access::Append(true) => OFlags::RDWR | OFlags::CREATE | OFlags::APPEND,
    }
}

/// A folder, held by a handle.
#[derive(Debug)]
pub struct Folder {
    /// With all links followed: absolute links may lead into it.
    root: PathBuf,
    handle: OwnedFd,
}

impl Folder {
    pub fn open(path: &Path) -> io::Result<Self> {
        let root = path.canonicalize()?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = rustix::fs::open(&root, flags, Mode::empty())?;
        Ok(Self { root, handle })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of a path from this folder. An absolute path must begin with it.
    pub fn relative<'a>(&self, path: &'a Path) -> io::Result<&'a Path> {
        if path.as_os_str().as_bytes().contains(&0) {
            return Err(Errno::INVAL.into());
        }
        if path.has_root() {
            return path
                .strip_prefix(&self.root)
                .map_err(|_| Errno::XDEV.into());
        }
        Ok(path)
    }

    /// Opens a regular file; pipes, devices, sockets and folders are refused and never waited for.
    pub fn file(&self, path: &Path, access: Access) -> io::Result<File> {
        let path = self.relative(path)?;
        // Nothing is cut before it is known to be a file, and a pipe without a partner answers.
        let flags = flags(access) | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let opened = File::from(self.open_beneath(path, flags)?);
        if !opened.metadata()?.is_file() {
            return Err(not_regular());
        }
        if let Access::Create(_) = access {
            opened.set_len(0)?;
        }
        Ok(opened)
    }

    /// The regular file that would be opened, for what it is.
    pub fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.file(path, Access::Read)?.metadata()
    }

    /// Removes a file, an empty folder, or a link itself.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = self.parent(self.relative(path)?)?;
        match rustix::fs::unlinkat(&folder, &name, AtFlags::empty()) {
            Err(Errno::ISDIR | Errno::PERM) => {
                rustix::fs::unlinkat(&folder, &name, AtFlags::REMOVEDIR)?;
            }
            outcome => outcome?,
        }
        Ok(())
    }

    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (folder, name) = self.parent(self.relative(from)?)?;
        let (to_folder, to_name) = self.parent(self.relative(to)?)?;
        rustix::fs::renameat(&folder, &name, &to_folder, &to_name)?;
        Ok(())
    }

    fn open_beneath(&self, path: &Path, flags: OFlags) -> io::Result<OwnedFd> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::ResolveFlags;
            let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
            match rustix::fs::openat2(&self.handle, path, flags, new_file(flags), beneath) {
                // An old kernel, a filter before it, or an absolute link that may lead inside.
                Err(Errno::NOSYS | Errno::PERM | Errno::XDEV | Errno::AGAIN) => {}
                outcome => return Ok(outcome?),
            }
        }
        self.walk(path, |folder, name| {
            rustix::fs::openat(folder, name, flags | OFlags::NOFOLLOW, new_file(flags))
        })
    }

    /// The folder of the last component, and its name. A link in its place is not followed.
    fn parent(&self, path: &Path) -> io::Result<(OwnedFd, OsString)> {
        let mut found = None;
        let folder = self.walk(path, |folder, name| {
            found = Some(name.to_owned());
            folder.try_clone_to_owned().map_err(|_| Errno::MFILE)
        })?;
        found
            .map(|name| (folder, name))
            .ok_or_else(|| Errno::INVAL.into())
    }

    /// Goes to the folder of the last component and does something with it there. Where that finds
    /// a link, the walk goes on at its target.
    fn walk(
        &self,
        path: &Path,
        mut last: impl FnMut(BorrowedFd<'_>, &OsStr) -> rustix::io::Result<OwnedFd>,
    ) -> io::Result<OwnedFd> {
        let mut ahead = VecDeque::new();
        put_before(&mut ahead, path);
        let mut inside: Vec<OwnedFd> = Vec::new();
        let mut links = 0;
        while let Some(step) = ahead.pop_front() {
            let name = match step {
                Step::Up => {
                    inside.pop().ok_or(Errno::XDEV)?;
                    continue;
                }
                Step::Into(name) => name,
            };
            let folder = inside.last().unwrap_or(&self.handle).as_fd();
            let way = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = if ahead.is_empty() {
                last(folder, &name)
            } else {
                rustix::fs::openat(folder, &name, way, Mode::empty())
            };
            match opened {
                Ok(opened) if ahead.is_empty() => return Ok(opened),
                Ok(opened) => inside.push(opened),
                Err(error @ (Errno::LOOP | Errno::NOTDIR | Errno::MLINK)) => {
                    let Ok(target) = rustix::fs::readlinkat(folder, &name, Vec::new()) else {
                        return Err(error.into());
                    };
                    links += 1;
                    if links > LINKS {
                        return Err(Errno::LOOP.into());
                    }
                    let target = Path::new(OsStr::from_bytes(target.as_bytes()));
                    if target.has_root() {
                        inside.clear();
                    }
                    put_before(&mut ahead, self.relative(target)?);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(not_regular())
    }
}

enum Step {
    Into(OsString),
    Up,
}

fn put_before(ahead: &mut VecDeque<Step>, path: &Path) {
    for part in path.components().rev() {
        match part {
            Component::Normal(name) => ahead.push_front(Step::Into(name.to_owned())),
            Component::ParentDir => ahead.push_front(Step::Up),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
}

fn new_file(flags: OFlags) -> Mode {
    if flags.contains(OFlags::CREATE) {
        Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH
    } else {
        Mode::empty()
    }
}

pub(super) fn room(file: &Metadata) -> u64 {
    file.blocks() * 512
}

pub(super) fn may_have_other_names(file: &Metadata) -> bool {
    file.nlink() > 1
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_walk_without_the_kernels_help_stays_inside_too() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "x").unwrap();
        let base = tempfile::tempdir().unwrap();
        let place = |name: &str| base.path().join(name);
        std::fs::create_dir(place("sub")).unwrap();
        std::fs::write(place("a.txt"), "x").unwrap();
        symlink(outside.path(), place("door")).unwrap();
        symlink(outside.path().join("new"), place("dead")).unwrap();
        symlink("../a.txt", place("sub/back")).unwrap();
        symlink(place("a.txt"), place("absolute")).unwrap();
        symlink("sub", place("way")).unwrap();
        symlink("round", place("round")).unwrap();
        symlink("../../../../../../etc/passwd", place("sub/climb")).unwrap();
        let folder = Folder::open(base.path()).unwrap();
        for (path, found) in [
            ("a.txt", true),
            ("sub/../a.txt", true),
            ("sub/back", true),
            ("way/back", true),
            ("absolute", true),
            ("./a.txt", true),
            ("sub", false),
            ("", false),
            ("missing", false),
            ("a.txt/x", false),
            ("round", false),
            ("../x", false),
            ("door/secret", false),
            ("dead", false),
            ("sub/climb", false),
            ("sub/../../x", false),
        ] {
            let path = Path::new(path);
            assert_eq!(folder.file(path, Access::Read).is_ok(), found, "{path:?}");
            let walked = folder.walk(path, |folder, name| {
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK;
                rustix::fs::openat(folder, name, flags, Mode::empty())
            });
            let walked = walked.and_then(|file| File::from(file).metadata());
            let is_file = walked.is_ok_and(|found| found.is_file());
            assert_eq!(is_file, found, "walked: {path:?}");
        }
    }
}
