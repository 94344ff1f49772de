//! Files and folders that only the user may read.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates one new folder; `AlreadyExists` if it is there.
pub fn create_folder(path: &Path) -> io::Result<()> {
    system::create_folder(path)
}

/// Creates a folder and its parents. Those that exist already keep their permissions.
pub fn create_folders(path: &Path) -> io::Result<()> {
    system::create_folders(path)
}

/// Creates a new file to read and write; `AlreadyExists` if it is there.
pub fn create_new_file(path: &Path) -> io::Result<File> {
    system::create_new_file(path)
}

/// Opens a file as `options` say, which allow to create it; if that happens, it is private.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    system::open(path, options)
}

/// Lets everybody read a file that was private.
pub fn let_others_read(file: &File) -> io::Result<()> {
    system::let_others_read(file)
}

/// Makes a rename or a new file in `folder` survive a power cut.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    system::sync_folder(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn what_is_there_is_not_made_anew() {
        let home = tempfile::tempdir().unwrap();
        let kind = |outcome: io::Result<()>| outcome.unwrap_err().kind();
        let folder = home.path().join("a/b");
        assert_eq!(kind(create_folder(&folder)), io::ErrorKind::NotFound);
        create_folders(&folder).unwrap();
        create_folders(&folder).unwrap();
        assert_eq!(kind(create_folder(&folder)), io::ErrorKind::AlreadyExists);
        let file = folder.join("file");
        create_new_file(&file).unwrap().write_all(b"1").unwrap();
        let again = create_new_file(&file).map(drop);
        assert_eq!(kind(again), io::ErrorKind::AlreadyExists);
        let mut options = OpenOptions::new();
        let appended = open(&file, options.append(true).create(true));
        appended.unwrap().write_all(b"2").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"12");
        sync_folder(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_it_until_others_are_let() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let [outer, alone] = ["outer", "alone"].map(|name| home.path().join(name));
        let inner = outer.join("inner");
        create_folders(&inner).unwrap();
        create_folder(&alone).unwrap();
        assert_eq!([&outer, &inner, &alone].map(|path| mode(path)), [0o700; 3]);
        let [new, opened] = ["new", "opened"].map(|name| home.path().join(name));
        let file = create_new_file(&new).unwrap();
        open(&opened, OpenOptions::new().append(true).create(true)).unwrap();
        assert_eq!([&new, &opened].map(|path| mode(path)), [0o600; 2]);
        let_others_read(&file).unwrap();
        assert_eq!(mode(&new), 0o644);
    }
}
