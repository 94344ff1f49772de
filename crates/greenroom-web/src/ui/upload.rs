//! Uploads of view definitions: in the store, and on request in their file.
//!
//! Uploads and files change the same store. Both hold the lock of the project's files while they
//! do, so that there is one order, and the last change wins.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use greenroom_lua::viewdef::{Source, ViewdefChange, ViewdefKey, ViewdefStore};
use greenroom_lua::{LimitReached, Pushed};

use super::project_files::ProjectFiles;

/// Why an upload was refused. The old definition stays.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    #[error(transparent)]
    Limit(#[from] LimitReached),
    #[error("{}: {error}", path.display())]
    NotWritten { path: PathBuf, error: io::Error },
}

/// What an upload did.
#[derive(Clone, Debug)]
pub struct Uploaded {
    pub change: ViewdefChange,
    /// The pages that were told.
    pub pushed: Pushed,
    /// The file that holds it now.
    pub file: Option<PathBuf>,
}

impl ProjectFiles {
    /// Takes a definition that was checked.
    pub(super) fn upload(
        &mut self,
        base_dir: &Path,
        store: &ViewdefStore,
        key: ViewdefKey,
        html: String,
        persist: bool,
    ) -> Result<(ViewdefChange, Option<PathBuf>), UploadError> {
        let path = base_dir.join("viewdefs").join(key.file_name());
        let failed = |error| UploadError::NotWritten {
            path: path.clone(),
            error,
        };
        // The text is on the disk before pages see it: what cannot be kept must not look kept.
        let beside = if persist {
            Some(write_beside(&path, &html).map_err(failed)?)
        } else {
            None
        };
        let put = store.put(key.clone(), html.clone(), Source::Upload);
        let change = match (put, &beside) {
            (Ok(change), _) => change,
            (Err(limit), beside) => {
                if let Some(beside) = beside {
                    let _left_behind = std::fs::remove_file(beside);
                }
                return Err(limit.into());
            }
        };
        let Some(beside) = beside else {
            // What the file holds is older, whenever the next look comes.
            if let Ok(text) = std::fs::read_to_string(&path) {
                self.know_viewdef(key, text);
            }
            return Ok((change, None));
        };
        std::fs::rename(beside, &path).map_err(failed)?;
        self.know_viewdef(key, html);
        Ok((change, Some(path)))
    }
}

/// Writes to a file beside the right one, which is then replaced in one step.
pub(super) fn write_beside(path: &Path, html: &str) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let mut name = std::ffi::OsString::from(".writing-");
    name.push(path.file_name().unwrap_or_default());
    let beside = folder.join(name);
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(html.as_bytes())?;
    Ok(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> ViewdefKey {
        ViewdefKey::new("Contact", "DEFAULT").unwrap()
    }

    fn upload(
        files: &mut ProjectFiles,
        base_dir: &Path,
        store: &ViewdefStore,
        html: &str,
        persist: bool,
    ) -> Option<PathBuf> {
        let html = format!("<template>{html}</template>");
        let (_, file) = files.upload(base_dir, store, key(), html, persist).unwrap();
        file
    }

    fn stored(store: &ViewdefStore) -> String {
        store.get(&key()).unwrap().html
    }

    #[test]
    fn an_upload_is_not_undone_by_an_older_file() {
        let folder = tempfile::tempdir().unwrap();
        let base_dir = folder.path();
        let (mut files, store) = (ProjectFiles::default(), ViewdefStore::default());
        let kept = upload(&mut files, base_dir, &store, "kept", true).unwrap();
        upload(&mut files, base_dir, &store, "newer", false);
        let found = files.look(base_dir, &store);
        assert_eq!((found.viewdefs.len(), found.problems.len()), (0, 0));
        assert_eq!(stored(&store), "<template>newer</template>");
        // A file that was saved before the upload, and is looked at after it.
        std::fs::write(&kept, "<b>saved</b>").unwrap();
        upload(&mut files, base_dir, &store, "newest", false);
        assert_eq!(files.look(base_dir, &store).viewdefs.len(), 0);
        assert_eq!(stored(&store), "<template>newest</template>");
        // One that is saved after it.
        std::fs::write(&kept, "<b>saved again</b>").unwrap();
        assert_eq!(files.look(base_dir, &store).viewdefs.len(), 1);
        assert_eq!(stored(&store), "<template><b>saved again</b></template>");
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_old_definition() {
        let folder = tempfile::tempdir().unwrap();
        let base_dir = folder.path();
        let (mut files, store) = (ProjectFiles::default(), ViewdefStore::default());
        upload(&mut files, base_dir, &store, "old", false);
        std::fs::write(base_dir.join("viewdefs"), "in the way").unwrap();
        let refused = files.upload(base_dir, &store, key(), "new".to_owned(), true);
        assert!(
            matches!(refused, Err(UploadError::NotWritten { .. })),
            "{refused:?}"
        );
        assert_eq!(stored(&store), "<template>old</template>");
    }
}
