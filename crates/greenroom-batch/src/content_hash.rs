//! Which content a package has, so that it is judged once.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use greenroom_store::{SourcePackage, StoreError, StoreLimits};
use sha2::{Digest as _, Sha256};

use crate::batch::hex;

/// What is read at once.
const CHUNK: usize = 256 * 1024;

/// SHA-256 of what a package holds.
///
/// Of a zip it is that of the file itself: to hash what is inside, all media would have to be
/// unpacked, which costs more than to judge the package. So a folder and its zip have two hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentHash(String);

impl ContentHash {
    /// `sha256:` and the digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads a package for its hash: of a zip the bytes, of a folder the names and bytes of its files.
pub fn content_hash(path: &Path) -> Result<ContentHash, StoreError> {
    let mut digest = Sha256::new();
    if path.is_dir() {
        let package = SourcePackage::inspect(path, &StoreLimits::default().package)?;
        let mut entries: Vec<_> = package.package().files.iter().collect();
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        digest.update(b"folder\0");
        for entry in entries {
            digest.update((entry.path.len() as u64).to_be_bytes());
            digest.update(&entry.path);
            digest.update(entry.size.to_be_bytes());
            // Files that cannot be read are a finding, which goes when they can.
            match package
                .open_entry(entry)
                .map(|file| feed(&mut digest, file))
            {
                Ok(Ok(())) => {}
                Ok(Err(error)) => digest.update(error.to_string()),
                Err(error) => digest.update(error.to_string()),
            }
        }
        // Links that lead outside, names that cannot be: they are not in the table.
        for problem in package.problems() {
            digest.update(problem.to_string());
        }
    } else {
        digest.update(b"zip\0");
        let read = File::open(path).and_then(|file| feed(&mut digest, file));
        read.map_err(|error| StoreError::PathResolution {
            path: path.to_owned(),
            reason: match error.kind() {
                io::ErrorKind::NotFound => "it does not exist".to_owned(),
                _ => format!("it cannot be read: {error}"),
            },
        })?;
    }
    Ok(ContentHash(format!("sha256:{}", hex(&digest.finalize()))))
}

fn feed(digest: &mut Sha256, mut from: impl Read) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(count) => digest.update(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Changes when a zip is replaced or written to; `None` for folders, whose files would have to be
/// looked at one by one.
pub(crate) fn stamp(path: &Path) -> Option<String> {
    let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let modified = metadata.modified().ok()?;
    let since = modified.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{}@{}", metadata.len(), since.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn names_and_bytes_of_a_folder_count_and_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let put = |place: &str, text: &str| {
            let path = home.path().join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let hash = |place: &str| content_hash(&home.path().join(place)).unwrap();
        put("one/imsmanifest.xml", "<manifest/>");
        put("one/a/b.html", "text");
        put("two/a/b.html", "text");
        put("two/imsmanifest.xml", "<manifest/>");
        assert_eq!(hash("one"), hash("two"));
        put("two/a/b.html", "texT");
        assert_ne!(hash("one"), hash("two"));
        put("two/a/b.html", "text");
        put("two/a/c.html", "");
        assert_ne!(hash("one"), hash("two"));
        // A byte that moves from a name into a file.
        put("three/x", "yz");
        put("four/xy", "z");
        assert_ne!(hash("three"), hash("four"));
    }

    #[test]
    fn a_zip_is_its_bytes_and_what_is_not_there_is_an_error() {
        let home = tempfile::tempdir().unwrap();
        let zip = home.path().join("a.zip");
        fs::write(&zip, "no zip at all").unwrap();
        let first = content_hash(&zip).unwrap();
        assert!(first.as_str().starts_with("sha256:"), "{first:?}");
        let before = stamp(&zip);
        fs::write(&zip, "no zip at all!").unwrap();
        assert_ne!(content_hash(&zip).unwrap(), first);
        assert!(before.is_some() && stamp(&zip) != before);
        assert_eq!(stamp(home.path()), None);
        let error = content_hash(&home.path().join("no.zip")).unwrap_err();
        assert!(error.to_string().contains("does not exist"), "{error}");
    }
}
