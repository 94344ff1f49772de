//! Results in files: one per key, replaced whole, so that they can be read at any time.

use std::fs;
use std::io;
use std::path::PathBuf;

use greenroom_stdx::private_files;

use crate::judged::Kept;

/// A folder of results.
#[derive(Debug)]
pub(super) struct ResultFiles {
    folder: PathBuf,
}

impl ResultFiles {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// A file that a power cut has left half written counts as none: the package is judged again.
    pub(super) fn read(&self, key: &str) -> io::Result<Option<Kept>> {
        let Some(path) = self.path(key) else {
            return Ok(None);
        };
        match fs::read(path) {
            Ok(bytes) => {
                let kept: Option<Kept> = serde_json::from_slice(&bytes).ok();
                Ok(kept.filter(|kept| kept.key == key))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn write(&self, kept: &Kept) -> io::Result<()> {
        let Some(path) = self.path(&kept.key) else {
            return Err(io::Error::other("a key is 64 hexadecimal digits"));
        };
        if let Some(folder) = path.parent() {
            private_files::create_dir(folder)?;
        }
        private_files::replace(&path, &serde_json::to_vec(kept)?)
    }

    /// Spread over 256 folders, since some systems are slow with many files in one.
    fn path(&self, key: &str) -> Option<PathBuf> {
        let is_key = key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_key.then(|| self.folder.join(&key[..2]).join(format!("{key}.json")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::Judged;

    #[test]
    fn a_torn_result_is_none_and_keys_cannot_leave_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let files = ResultFiles::new(home.path().join("results"));
        let key = "ab".repeat(32);
        assert_eq!(files.read(&key).unwrap(), None);
        let kept = Kept {
            key: key.clone(),
            content_hash: String::new(),
            kind: "check".to_owned(),
            greenroom: "1".to_owned(),
            settings: String::new(),
            judged: Judged::default(),
        };
        files.write(&kept).unwrap();
        assert_eq!(files.read(&key).unwrap(), Some(kept.clone()));
        let path = files.path(&key).unwrap();
        fs::write(&path, &fs::read(&path).unwrap()[..40]).unwrap();
        assert_eq!(files.read(&key).unwrap(), None);
        let outside = Kept {
            key: "../../../x".to_owned(),
            ..kept
        };
        assert!(files.write(&outside).is_err());
        assert_eq!(files.read(&outside.key).unwrap(), None);
    }
}
