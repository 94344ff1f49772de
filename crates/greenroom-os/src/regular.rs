//! Regular files, and nothing that only looks like one.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to write at its end; it is made if it is not there. A link, a pipe or a device in
/// its place is refused, and never waited for.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    take_links_as_they_are(&mut options);
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other("not a regular file"))
    }
}

#[cfg(unix)]
fn take_links_as_they_are(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
}

#[cfg(windows)]
fn take_links_as_they_are(options: &mut OpenOptions) {
    use std::os::windows::fs::OpenOptionsExt as _;
    options.custom_flags(windows_sys::Win32::Storage::FileSystem::FILE_FLAG_OPEN_REPARSE_POINT);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_is_not_followed_and_a_folder_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| home.path().join(name));
        for part in [b"1", b"2"] {
            open_to_append(&file).unwrap().write_all(part).unwrap();
        }
        assert_eq!(std::fs::read(&file).unwrap(), b"12");
        symlink(&file, &link).unwrap();
        assert!(open_to_append(&link).is_err());
        assert!(open_to_append(home.path()).is_err());
    }
}
