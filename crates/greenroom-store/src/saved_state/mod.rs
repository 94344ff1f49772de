//! Saved learner states: `scorm-sessions/{namespace}_{sanitized_course_id}.json`.
//!
//! The file is a projection of the journal for the next attempt and for other readers. Those that
//! know only its five first keys find the current SCO.

mod file_name;
mod model;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use file_name::Namespace;
pub use model::{SavedMeta, SavedSco, SavedSequencing, SavedState};

use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::private_files;

/// Reads, writes and removes saved states.
#[derive(Debug, Clone)]
pub struct SavedStates {
    folder: PathBuf,
}

impl SavedStates {
    /// The saved states of a data directory.
    pub fn new(data_dir: &DataDir) -> Self {
        Self {
            folder: data_dir.saved_states(),
        }
    }

    /// Where the state of a course lies or would lie.
    pub fn path(&self, namespace: Namespace, course_id: Option<&str>) -> PathBuf {
        let plain = self.folder.join(file_name::plain(namespace, course_id));
        if belongs_to_another(&plain, course_id) {
            return self.folder.join(file_name::with_hash(namespace, course_id));
        }
        plain
    }

    /// The saved state of a course; `None` if there is none.
    pub fn read(
        &self,
        namespace: Namespace,
        course_id: Option<&str>,
    ) -> Result<Option<SavedState>, StoreError> {
        read_file(&self.path(namespace, course_id))
    }

    /// Writes the state of a course and returns the file's path.
    ///
    /// Keys that Greenroom does not know are taken over from the file that is replaced. A file that
    /// cannot be parsed is kept beside the new one, with `.unreadable` at the end of its name.
    pub fn write(
        &self,
        namespace: Namespace,
        course_id: Option<&str>,
        state: &SavedState,
    ) -> Result<PathBuf, StoreError> {
        let _lock = self.lock()?;
        let path = self.path(namespace, course_id);
        let failed = |source| StoreError::SavedStateWrite {
            path: path.clone(),
            source,
        };
        let mut state = state.clone();
        match read_file(&path) {
            Ok(Some(old)) => state.keep_unknown_keys_of(old),
            Ok(None) => {}
            Err(_) => {
                let mut aside = path.clone().into_os_string();
                aside.push(".unreadable");
                fs::rename(&path, aside).map_err(failed)?;
            }
        }
        let text = serde_json::to_vec_pretty(&state).map_err(|error| failed(error.into()))?;
        private_files::replace_durably(&path, &text).map_err(failed)?;
        Ok(path)
    }

    /// Deletes the saved state of a course; false if there was none.
    pub fn remove(
        &self,
        namespace: Namespace,
        course_id: Option<&str>,
    ) -> Result<bool, StoreError> {
        let _lock = self.lock()?;
        let path = self.path(namespace, course_id);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(StoreError::SavedStateWrite { path, source }),
        }
    }

    /// Held while a name is chosen and its file is written, also against other servers: else two
    /// courses with the same plain name could both take it.
    fn lock(&self) -> Result<File, StoreError> {
        let path = self.folder.join(".lock");
        let lock = || -> io::Result<File> {
            private_files::create_dir(&self.folder)?;
            let file = File::create(&path)?;
            file.lock()?;
            Ok(file)
        };
        lock().map_err(|source| StoreError::SavedStateWrite {
            path: path.clone(),
            source,
        })
    }
}

fn read_file(path: &Path) -> Result<Option<SavedState>, StoreError> {
    let unreadable = |reason: String| StoreError::SavedStateUnreadable {
        path: path.to_owned(),
        reason,
    };
    match fs::read(path) {
        Ok(text) => serde_json::from_slice(&text)
            .map(Some)
            .map_err(|error| unreadable(error.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

/// Whether the file says that it is of another course. One that says nothing is of this one.
fn belongs_to_another(path: &Path, course_id: Option<&str>) -> bool {
    let Ok(Some(state)) = read_file(path) else {
        return false;
    };
    let owner = state.meta.and_then(|meta| meta.course_id);
    owner.is_some_and(|owner| Some(owner.as_str()) != course_id)
}

#[cfg(test)]
mod tests;
