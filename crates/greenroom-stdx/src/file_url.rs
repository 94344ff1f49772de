//! Addresses of files.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands in the path of an address as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The address under which a browser opens a file; the path must be absolute.
pub fn file_url(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("file://{}", utf8_percent_encode(&path, PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_cannot_hold_is_encoded() {
        let url = file_url(Path::new("/a b/c#d?.html"));
        assert_eq!(url, "file:///a%20b/c%23d%3F.html");
    }
}
