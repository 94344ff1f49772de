//! Addresses of files.

use std::path::Path;

use greenroom_os::{SYSTEM, System};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands in the path of an address as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The letter of a drive is told by a colon.
const AFTER_A_DRIVE: &AsciiSet = &PLAIN.remove(b':');

/// The address under which a browser opens a file; the path must be absolute.
pub fn file_url(path: &Path) -> String {
    address(&path.to_string_lossy(), SYSTEM)
}

fn address(path: &str, system: System) -> String {
    if system != System::Windows {
        return format!("file://{}", utf8_percent_encode(path, PLAIN));
    }
    let path = path.strip_prefix(r"\\?\").unwrap_or(path);
    let path = path.replace('\\', "/");
    // A share begins with its server, everything else with the letter of a drive.
    let before = if path.starts_with("//") {
        "file:"
    } else {
        "file:///"
    };
    format!("{before}{}", utf8_percent_encode(&path, AFTER_A_DRIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_cannot_hold_is_encoded() {
        let url = file_url(Path::new("/a b/c#d?.html"));
        assert_eq!(url, "file:///a%20b/c%23d%3F.html");
    }

    #[test]
    fn a_path_of_windows_has_a_drive_or_a_server() {
        for (path, want) in [
            (r"C:\a b\c.html", "file:///C:/a%20b/c.html"),
            (r"\\?\C:\a.html", "file:///C:/a.html"),
            (r"\\server\share\a.html", "file://server/share/a.html"),
        ] {
            assert_eq!(address(path, System::Windows), want);
        }
    }
}
