//! Saved learner states: `scorm-sessions/{namespace}_{sanitized_course_id}.json`.
//!
//! The file is a projection of the journal for the next attempt and for other readers. Those that
//! know only its five first keys find the current SCO.

mod file_name;
mod model;
mod owner;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use file_name::Namespace;
use greenroom_stdx::private_files;
pub use model::{SavedMeta, SavedSco, SavedSequencing, SavedState};
pub use owner::Owner;

use crate::data_dir::DataDir;
use crate::error::StoreError;
use crate::shared::{Shared, StateLock};

/// What a write left on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Its number of writes, by which a later one is known.
    pub revision: u64,
    /// The course's own file holds a newer state of another session, and was left alone.
    pub aside: bool,
}

/// Reads, writes and removes saved states.
#[derive(Debug, Clone)]
pub struct SavedStates {
    folder: PathBuf,
    /// What other servers have too, in a cluster: the folder is a copy then.
    shared: Option<Shared>,
}

impl SavedStates {
    /// The saved states of a data directory.
    pub fn new(data_dir: &DataDir) -> Self {
        Self {
            folder: data_dir.saved_states(),
            shared: data_dir.shared().cloned(),
        }
    }

    /// Brings the folder to what all servers have.
    fn fetch(&self) -> Result<(), StoreError> {
        match &self.shared {
            Some(shared) => Ok(shared.states.fetch(&self.folder)?),
            None => Ok(()),
        }
    }

    /// Where the state of a course lies or would lie.
    pub fn path<'a>(&self, namespace: Namespace, owner: impl Into<Owner<'a>>) -> PathBuf {
        if let Err(error) = self.fetch() {
            tracing::warn!(%error, "a name is chosen among the saved states of this server");
        }
        self.local_path(namespace, owner)
    }

    fn local_path<'a>(&self, namespace: Namespace, owner: impl Into<Owner<'a>>) -> PathBuf {
        let owner = owner.into();
        if let Some(own) = self.own_file(namespace, &owner) {
            return own;
        }
        let plain = self.plain_path(namespace, &owner);
        match (owner.structure, read_file(&plain)) {
            // The name is taken by another course with the same identifier.
            (Some(structure), Ok(Some(state))) if has_record(&state) => {
                let name = file_name::with_structure(namespace, owner.course_id, structure);
                self.folder.join(name)
            }
            _ => plain,
        }
    }

    /// Whether there is a state under the plain name, but of another course.
    pub fn is_taken<'a>(&self, namespace: Namespace, owner: impl Into<Owner<'a>>) -> bool {
        let owner = owner.into();
        let plain = self.plain_path(namespace, &owner);
        plain.exists() && self.local_path(namespace, owner) != plain
    }

    /// The name that the identifier alone gives.
    fn plain_path(&self, namespace: Namespace, owner: &Owner<'_>) -> PathBuf {
        let course_id = owner.course_id;
        let plain = self.folder.join(file_name::plain(namespace, course_id));
        if belongs_to_another(&plain, course_id) {
            return self.folder.join(file_name::with_hash(namespace, course_id));
        }
        plain
    }

    /// The file that says it is of this package, wherever the package or its items have moved.
    fn own_file(&self, namespace: Namespace, owner: &Owner<'_>) -> Option<PathBuf> {
        owner.structure?;
        let stem = file_name::stem(namespace, owner.course_id);
        let entries = private_files::list_dir(&self.folder).ok()?;
        let mut best: Option<(u8, PathBuf)> = None;
        for entry in entries {
            let name = entry.file_name();
            let is_candidate = name
                .to_str()
                .and_then(|name| name.strip_prefix(&stem)?.strip_suffix(".json"))
                .is_some_and(is_suffix);
            if !is_candidate {
                continue;
            }
            let path = entry.path();
            let Ok(Some(state)) = read_file(&path) else {
                continue;
            };
            let record = state.meta.unwrap_or_default();
            if record.structure.is_none() || record.course_id.as_deref() != owner.course_id {
                continue;
            }
            if let Some(resemblance) = owner.resemblance(&record)
                && best.as_ref().is_none_or(|(best, _)| resemblance > *best)
            {
                best = Some((resemblance, path));
            }
        }
        best.map(|(_, path)| path)
    }

    /// The saved state of a course; `None` if there is none.
    pub fn read<'a>(
        &self,
        namespace: Namespace,
        owner: impl Into<Owner<'a>>,
    ) -> Result<Option<SavedState>, StoreError> {
        self.fetch()?;
        read_file(&self.local_path(namespace, owner))
    }

    /// The saved state in a file that the caller names.
    pub fn read_at(path: &Path) -> Result<SavedState, StoreError> {
        read_file(path)?.ok_or_else(|| StoreError::SavedStateUnreadable {
            path: path.to_owned(),
            reason: "there is no such file".to_owned(),
        })
    }

    /// Writes the state of a course and returns the file's path.
    ///
    /// Keys that Greenroom does not know are taken over from the file that is replaced. A file that
    /// cannot be parsed is kept beside the new one, with `.unreadable` at the end of its name.
    pub fn write<'a>(
        &self,
        namespace: Namespace,
        owner: impl Into<Owner<'a>>,
        state: &SavedState,
    ) -> Result<PathBuf, StoreError> {
        self.write_unless(namespace, owner, state, |_| false)
            .map(|written| written.path)
    }

    /// As [`SavedStates::write`], unless `is_newer` says that the state on disk is one that this
    /// writer does not know. Then nothing of it is replaced: the file is written aside, with
    /// `.aside-` and the session's id at the end of its name.
    pub fn write_unless<'a>(
        &self,
        namespace: Namespace,
        owner: impl Into<Owner<'a>>,
        state: &SavedState,
        is_newer: impl FnOnce(&SavedMeta) -> bool,
    ) -> Result<Written, StoreError> {
        let of_session = state.meta.as_ref().and_then(|meta| meta.session_id.clone());
        let mut lock = self.lock(of_session.as_deref())?;
        let mut path = self.local_path(namespace, owner);
        let old = read_file(&path);
        let on_disk = old.as_ref().ok().and_then(Option::as_ref);
        let on_disk = on_disk
            .and_then(|state| state.meta.clone())
            .unwrap_or_default();
        let aside = is_newer(&on_disk);
        let mut state = state.clone();
        let revision = on_disk.revision + u64::from(!aside);
        if let Some(meta) = &mut state.meta {
            meta.revision = revision;
        }
        if aside {
            let session = state.meta.as_ref().and_then(|meta| meta.session_id.clone());
            let mut name = path.into_os_string();
            name.push(format!(".aside-{}", session.unwrap_or_default()));
            path = name.into();
        }
        let failed = |source| StoreError::SavedStateWrite {
            path: path.clone(),
            source,
        };
        match old {
            _ if aside => {}
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
        lock.note_beside(&path);
        lock.note(&path, Some(text));
        lock.commit()?;
        Ok(Written {
            path,
            revision,
            aside,
        })
    }

    /// Deletes the saved state of a course; false if there was none.
    pub fn remove<'a>(
        &self,
        namespace: Namespace,
        owner: impl Into<Owner<'a>>,
    ) -> Result<bool, StoreError> {
        let mut lock = self.lock(None)?;
        let path = self.local_path(namespace, owner);
        match fs::remove_file(&path) {
            Ok(()) => {
                lock.forget_beside(&path);
                lock.note(&path, None);
                lock.commit()?;
                Ok(true)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(StoreError::SavedStateWrite { path, source }),
        }
    }

    /// Held while a name is chosen and its file is written, also against other servers: else two
    /// courses with the same plain name could both take it.
    fn lock(&self, session: Option<&str>) -> Result<Locked, StoreError> {
        let path = self.folder.join(".lock");
        let lock = || -> io::Result<File> {
            private_files::create_dir(&self.folder)?;
            let file = File::create(&path)?;
            file.lock()?;
            Ok(file)
        };
        let file = lock().map_err(|source| StoreError::SavedStateWrite {
            path: path.clone(),
            source,
        })?;
        let shared = match &self.shared {
            Some(shared) => Some(shared.states.lock(&self.folder, session)?),
            None => None,
        };
        Ok(Locked {
            _file: file,
            shared,
        })
    }
}

/// Held while states are written, on this machine and in the cluster.
struct Locked {
    _file: File,
    shared: Option<Box<dyn StateLock>>,
}

impl Locked {
    fn note(&mut self, path: &Path, bytes: Option<Vec<u8>>) {
        let name = path.file_name().and_then(|name| name.to_str());
        if let (Some(shared), Some(name)) = (&mut self.shared, name) {
            shared.note(name, bytes);
        }
    }

    /// What LMSs have stored lies beside the state.
    fn note_beside(&mut self, path: &Path) {
        for beside in self.beside(path) {
            let bytes = fs::read(&beside).ok();
            self.note(&beside, bytes);
        }
    }

    fn forget_beside(&mut self, path: &Path) {
        for beside in self.beside(path) {
            self.note(&beside, None);
        }
    }

    fn beside(&self, path: &Path) -> Vec<PathBuf> {
        let name = path.file_name().and_then(|name| name.to_str());
        let (Some(name), Some(folder), true) = (name, path.parent(), self.shared.is_some()) else {
            return Vec::new();
        };
        let beginning = format!("{name}.lms-");
        let entries = private_files::list_dir(folder).unwrap_or_default();
        let of_it = entries.into_iter().filter(|entry| {
            let name = entry.file_name();
            name.to_str()
                .is_some_and(|name| name.starts_with(&beginning))
        });
        of_it.map(|entry| entry.path()).collect()
    }

    fn commit(mut self) -> Result<(), StoreError> {
        match self.shared.take() {
            Some(shared) => Ok(shared.commit()?),
            None => Ok(()),
        }
    }
}

/// Whether a state says which package it belongs to.
fn has_record(state: &SavedState) -> bool {
    state
        .meta
        .as_ref()
        .is_some_and(|meta| meta.structure.is_some())
}

/// Nothing, or `_` and eight digits: not the rest of another, longer identifier.
fn is_suffix(rest: &str) -> bool {
    rest.is_empty()
        || rest.strip_prefix('_').is_some_and(|digits| {
            digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
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
