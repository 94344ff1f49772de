//! File names as bytes, as languages other than Rust have them.
//!
//! The way back is `OsStr::as_encoded_bytes`.

use std::io;
use std::path::Path;

/// The path that these bytes name.
#[cfg(unix)]
pub fn path(bytes: &[u8]) -> io::Result<&Path> {
    use std::os::unix::ffi::OsStrExt as _;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

/// The path that these bytes name. Names are texts on this system.
#[cfg(windows)]
pub fn path(bytes: &[u8]) -> io::Result<&Path> {
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| crate::cannot("a file name is UTF-8 on this system"))?;
    Ok(Path::new(text))
}
