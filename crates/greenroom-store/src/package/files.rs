//! From the spelling of a path in a URL to a file inside the package, and never outside.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::error::StoreError;

/// An open file of a package.
#[derive(Debug)]
pub struct PackageFile {
    /// For reading whole or in ranges.
    pub file: File,
    /// Path inside the package, decoded, with forward slashes.
    pub path: String,
    /// Length.
    pub bytes: u64,
}

/// The path inside the package that a URL path means: decoded once, without query and fragment,
/// `.` and `..` resolved. Refuses what leads outside.
pub(super) fn decode(url_path: &str) -> Result<String, StoreError> {
    let refused = |reason: &str| StoreError::SecurityViolation {
        entry: url_path.to_owned(),
        reason: reason.to_owned(),
    };
    let path = url_path.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path)
        .decode_utf8()
        .map_err(|_| StoreError::FileMissing {
            path: url_path.to_owned(),
            near: Vec::new(),
        })?;
    if path.contains('\0') {
        return Err(refused("it contains a NUL"));
    }
    if path.contains('\\') {
        return Err(refused("it contains a backslash"));
    }
    if path.starts_with('/') {
        return Err(refused("it is absolute"));
    }
    if path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic() {
        return Err(refused("it names a drive"));
    }
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments
                    .pop()
                    .ok_or_else(|| refused("it leads out of the package"))?;
            }
            name => segments.push(name),
        }
    }
    Ok(segments.join("/"))
}

/// The real file below `real_root` that `path` means. Links may lead anywhere inside.
pub(super) fn resolve(real_root: &Path, path: &str) -> Result<PathBuf, StoreError> {
    let missing = || StoreError::FileMissing {
        path: path.to_owned(),
        near: near(real_root, path),
    };
    let wanted = real_root.join(path);
    let real = fs::canonicalize(&wanted).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
            missing()
        }
        _ => StoreError::Read {
            path: wanted.clone(),
            source: error,
        },
    })?;
    if !real.starts_with(real_root) {
        return Err(StoreError::SecurityViolation {
            entry: path.to_owned(),
            reason: "it is a link that leads out of the package".to_owned(),
        });
    }
    if real.is_file() {
        Ok(real)
    } else {
        Err(missing())
    }
}

/// Files that differ from `path` only in letter case.
fn near(real_root: &Path, path: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for segment in path.split('/') {
        let lower = segment.to_lowercase();
        let mut next = Vec::new();
        for folder in &found {
            let Ok(entries) = fs::read_dir(real_root.join(folder)) else {
                continue;
            };
            let names = entries
                .flatten()
                .filter_map(|entry| entry.file_name().into_string().ok());
            for name in names.filter(|name| name.to_lowercase() == lower) {
                next.push(if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                });
            }
        }
        found = next;
    }
    found.retain(|path| real_root.join(path).is_file());
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_once() {
        for (url, want) in [
            ("a.html", "a.html"),
            ("a/b%20c.html?x=1#top", "a/b c.html"),
            ("a/./b/../c.js", "a/c.js"),
            ("100%2525.html", "100%25.html"),
            ("%C3%BCbung.html", "übung.html"),
            ("a%23b.html", "a#b.html"),
        ] {
            assert_eq!(decode(url).unwrap(), want, "{url}");
        }
    }

    #[test]
    fn paths_that_lead_outside_are_refused() {
        for url in [
            "../x",
            "a/../../x",
            "%2e%2e/x",
            "a/%2E%2e/..%2fx",
            "/etc/passwd",
            "%2fetc/passwd",
            "c:/x",
            "C:x",
            "a\\..\\..\\x",
            "..%5c..%5cx",
            "a%00.html",
        ] {
            let decoded = decode(url);
            assert!(
                matches!(decoded, Err(StoreError::SecurityViolation { .. })),
                "{url}: {decoded:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_work_inside_and_are_refused_outside() {
        use std::os::unix::fs::symlink;
        let temporary = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(temporary.path()).unwrap().join("package");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::write(root.join("sub/page.html"), "x").unwrap();
        fs::write(temporary.path().join("secret"), "x").unwrap();
        symlink(root.join("sub"), root.join("inside")).unwrap();
        symlink("../secret", root.join("outside")).unwrap();
        symlink("..", root.join("up")).unwrap();
        assert!(resolve(&root, "inside/page.html").is_ok());
        for path in ["outside", "up/secret"] {
            let resolved = resolve(&root, path);
            assert!(
                matches!(resolved, Err(StoreError::SecurityViolation { .. })),
                "{resolved:?}"
            );
        }
    }

    #[test]
    fn a_missing_file_names_its_other_spellings() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("Shared")).unwrap();
        fs::write(root.path().join("Shared/Page.HTML"), "x").unwrap();
        let real_root = fs::canonicalize(root.path()).unwrap();
        let Err(StoreError::FileMissing { near, .. }) = resolve(&real_root, "shared/page.html")
        else {
            // A disk that ignores letter case finds the file.
            return;
        };
        assert_eq!(near, ["Shared/Page.HTML"]);
        let folder = resolve(&real_root, "Shared");
        assert!(
            matches!(folder, Err(StoreError::FileMissing { .. })),
            "{folder:?}"
        );
    }
}
