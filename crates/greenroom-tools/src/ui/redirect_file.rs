//! A private file that sends a browser on to an address with a secret.
//!
//! The command line of a program is open to all users of the machine, so the secret is not on it:
//! the browser is given the file, which only its user may read.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_dialog::ids;
use greenroom_stdx::{file_url, private_files};

/// A browser that starts cold on a busy machine has read it by then.
const KEPT: Duration = Duration::from_mins(1);

/// A file that leads to one address.
#[derive(Debug)]
pub(super) struct RedirectFile(PathBuf);

impl RedirectFile {
    pub(super) fn write(data_directory: &Path, address: &str) -> io::Result<Self> {
        let folder = data_directory.join("run").join("ui");
        private_files::create_dir(&folder)?;
        let name = ids::draw("open-").map_err(io::Error::other)?;
        let path = folder.join(format!("{name}.html"));
        private_files::replace_durably(&path, page(address).as_bytes())?;
        Ok(Self(path))
    }

    /// Its own address.
    pub(super) fn url(&self) -> String {
        file_url(&self.0)
    }

    /// Removes it when the browser has had its time.
    pub(super) fn remove_later(self) {
        tokio::spawn(async move {
            tokio::time::sleep(KEPT).await;
            drop(self);
        });
    }
}

impl Drop for RedirectFile {
    fn drop(&mut self) {
        let _already_gone = std::fs::remove_file(&self.0);
    }
}

/// The address is ours, and encoded: letters, digits, and a few signs that HTML leaves alone.
fn page(address: &str) -> String {
    let address = address.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"referrer\" content=\"no-referrer\"><title>Greenroom</title></head>\
         <body><a id=\"on\" href=\"{address}\">Go on to Greenroom</a>\
         <script>location.replace(document.getElementById(\"on\").href)</script></body></html>"
    )
}
