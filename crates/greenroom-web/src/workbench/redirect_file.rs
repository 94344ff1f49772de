//! A way to open an address with a secret in a browser, without telling it to other users.
//!
//! Every user of a machine sees the arguments of all its processes, and what opens a browser gets
//! the address as one. So it gets the name of a file instead, which only this user can read, and
//! which sends the browser on to the address.

use greenroom_dialog::ids;
use greenroom_stdx::{file_url, private_files};
use std::io;
use std::path::{Path, PathBuf};

/// How the names of these files begin and end.
const PREFIX: &str = "open-";
const SUFFIX: &str = ".html";

/// The file. It is removed when this is dropped.
#[derive(Debug)]
pub(super) struct RedirectFile(PathBuf);

impl RedirectFile {
    /// Writes a file that leads to `address`, which must need no escaping in HTML.
    pub(super) fn write(folder: &Path, address: &str) -> io::Result<Self> {
        let name = ids::draw(PREFIX).map_err(io::Error::other)?;
        let path = folder.join(format!("{name}{SUFFIX}"));
        let html = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
             <meta name=\"referrer\" content=\"no-referrer\">\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\">\
             <title>Greenroom</title><p><a href=\"{address}\">Open the workbench</a></p></html>\n"
        );
        private_files::replace_durably(&path, html.as_bytes())?;
        Ok(Self(path))
    }

    /// The address of the file.
    pub(super) fn url(&self) -> String {
        file_url(&self.0)
    }

    /// Removes what processes have left behind that were killed.
    pub(super) fn sweep(folder: &Path) {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name();
            let is_ours = name
                .to_str()
                .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
            if is_ours {
                let _already_gone = std::fs::remove_file(entry.path());
            }
        }
    }
}

impl Drop for RedirectFile {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn only_the_user_can_read_it_and_it_goes_with_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("a b#é");
        std::fs::create_dir(&run).unwrap();
        let address = "http://127.0.0.1:3000/#k=00ff";
        let file = RedirectFile::write(&run, address).unwrap();
        let path = file.0.clone();
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(std::fs::read_to_string(&path).unwrap().contains(address));
        let url = file.url();
        assert!(url.contains("/a%20b%23%C3%A9/open-"), "{url}");
        assert!(!url.contains("00ff"), "{url}");
        drop(file);
        assert!(!path.exists());

        std::mem::forget(RedirectFile::write(&run, address).unwrap());
        std::fs::write(run.join("agent.token"), "kept").unwrap();
        RedirectFile::sweep(&run);
        let left: Vec<_> = std::fs::read_dir(&run).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
