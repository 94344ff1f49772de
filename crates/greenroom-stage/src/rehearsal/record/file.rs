//! The file of a recorded rehearsal.

use std::path::{Path, PathBuf};

use scorm_session::rehearsal::format::Rehearsal;

use crate::rehearsal::reading;

/// A rehearsal was not written.
#[derive(Debug, thiserror::Error)]
#[error("{} was not written: {why}", path.display())]
pub struct NotWritten {
    path: PathBuf,
    why: String,
}

/// Writes a rehearsal as YAML or JSON, by the name of the file; gives the whole path. Nothing but an
/// earlier rehearsal is replaced.
pub fn write(path: &Path, rehearsal: &Rehearsal) -> Result<PathBuf, NotWritten> {
    let because = |why: &dyn std::fmt::Display| NotWritten {
        path: path.to_owned(),
        why: why.to_string(),
    };
    let whole = std::path::absolute(path).map_err(|error| because(&error))?;
    if whole.exists() && !reading::is_rehearsal_file(&whole) {
        return Err(because(&"it exists and is not a rehearsal"));
    }
    let is_yaml = path
        .extension()
        .is_some_and(|extension| extension == "yaml" || extension == "yml");
    let text = if is_yaml {
        reading::to_yaml(rehearsal).map_err(|fault| because(&fault))?
    } else {
        serde_json::to_string_pretty(rehearsal).map_err(|fault| because(&fault))?
    };
    std::fs::write(&whole, text).map_err(|error| because(&error))?;
    Ok(whole)
}
