//! Where the records of an LMS are kept: with the session, and beside the saved state of the course.

use std::path::{Path, PathBuf};

use greenroom_stdx::private_files;
use greenroom_store::StoreError;
use scorm_lms::Profile;

use super::server::Records;

/// The file in the folder of the session.
const IN_SESSION: &str = "lms-record.json";
/// Between the name of the saved state and that of the profile.
const OF_LMS: &str = ".lms-";
/// A larger file is not ours.
const LARGEST: u64 = 64 << 20;

/// The files that hold the records.
#[derive(Clone, Debug)]
pub(in crate::course) struct RecordFiles {
    of_session: PathBuf,
    /// What the next launch in the same profile finds; none for private attempts.
    of_course: Option<PathBuf>,
}

impl RecordFiles {
    /// `saved_state` is the file of the course's saved state, if one is kept.
    pub(in crate::course) fn new(
        session: &Path,
        saved_state: Option<&Path>,
        profile: &Profile,
    ) -> Self {
        let of_course = saved_state.and_then(|state| {
            let name = state.file_name()?.to_str()?;
            Some(state.with_file_name(format!("{name}{OF_LMS}{}", plain(&profile.name))))
        });
        Self {
            of_session: session.join(IN_SESSION),
            of_course,
        }
    }

    /// What earlier sessions left; nothing that cannot be read.
    pub(in crate::course) fn read(&self) -> Records {
        self.of_course.as_deref().map(read).unwrap_or_default()
    }

    /// What an earlier runtime of the session left.
    pub(in crate::course) fn read_of_session(&self) -> Records {
        read(&self.of_session)
    }
    /// Keeps the records. What cannot be written is told in the log: the course plays on.
    pub(super) fn write(&self, records: &Records) {
        let Ok(text) = serde_json::to_vec(records) else {
            return;
        };
        for path in std::iter::once(&self.of_session).chain(&self.of_course) {
            let folder = path.parent().unwrap_or(path);
            let written = private_files::create_dir(folder)
                .and_then(|()| private_files::replace(path, &text));
            if let Err(error) = written {
                tracing::warn!(%error, path = %path.display(), "the records of an LMS are not kept");
            }
        }
    }
}

/// The records in a file.
fn read(path: &Path) -> Records {
    let is_ours = std::fs::metadata(path).is_ok_and(|file| file.len() <= LARGEST);
    let bytes = if is_ours {
        std::fs::read(path).ok()
    } else {
        None
    };
    let Some(bytes) = bytes else {
        return Records::new();
    };
    serde_json::from_slice(&bytes).unwrap_or_else(|error| {
        tracing::warn!(%error, path = %path.display(), "the records of an LMS were passed over");
        Records::new()
    })
}

/// Forgets what LMSs have stored of a course, by the file of its saved state; says whether there was
/// anything.
pub(in crate::course) fn forget_records(saved_state: &Path) -> Result<bool, StoreError> {
    let Some(name) = saved_state.file_name().and_then(|name| name.to_str()) else {
        return Ok(false);
    };
    let beginning = format!("{name}{OF_LMS}");
    let folder = saved_state.parent().unwrap_or(saved_state);
    let mut found = false;
    for entry in private_files::list_dir(folder).unwrap_or_default() {
        if !entry.file_name().to_string_lossy().starts_with(&beginning) {
            continue;
        }
        let path = entry.path();
        let removed = std::fs::remove_file(&path);
        removed.map_err(|source| StoreError::SavedStateWrite { path, source })?;
        found = true;
    }
    Ok(found)
}

/// A name that is safe in a file name.
fn plain(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    name.chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .take(60)
        .collect()
}
