//! The rehearsal of a replay on the disk, with the manifest that it needs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use greenroom_stage::rehearsal::reading;
use greenroom_stdx::{now_ms, private_files};
use scorm_fieldlog::replay::Replay;
use scorm_package::MANIFEST;

use crate::{Cx, ErrorCode, ToolError};

/// Rehearsals that were asked for without a place lie here, below the data directory.
const FOLDER: &str = "field-logs";
/// The latest ones are kept there.
const KEPT: usize = 50;
/// What every manifest that is made up has in it.
const SIGN: &str = "<manifest identifier=\"field-log\"";

/// The name of the rehearsal of a log.
pub(super) fn id_of(log: &Path) -> String {
    let stem = log.file_stem().unwrap_or_default().to_string_lossy();
    let plain: String = stem
        .chars()
        .map(|char| if char.is_alphanumeric() { char } else { '-' })
        .take(60)
        .collect();
    format!("field-log-{}", plain.trim_matches('-'))
}

/// The manifest beside a rehearsal of this path, as the rehearsal names it.
pub(super) fn manifest_beside(rehearsal: &Path) -> String {
    let stem = rehearsal.file_stem().unwrap_or_default();
    format!("{}.{MANIFEST}", stem.to_string_lossy())
}

/// Writes the rehearsal where it was asked for, else below the data directory; gives the path.
pub(super) fn keep(cx: &Cx, wanted: Option<&Path>, replay: &Replay) -> Result<PathBuf, ToolError> {
    let path = match wanted {
        Some(path) => std::path::absolute(path).map_err(|error| not_written(path, &error))?,
        None => new_folder(cx)?.join("rehearsal.yaml"),
    };
    // Nothing but an earlier rehearsal is replaced.
    if path.exists() && !reading::is_rehearsal_file(&path) {
        return Err(not_written(&path, &"it exists and is not a rehearsal"));
    }
    if let Some(manifest) = &replay.manifest {
        let manifest_path = path.with_file_name(&replay.rehearsal.manifest);
        let earlier = std::fs::read_to_string(&manifest_path);
        let is_ours = earlier.map_or_else(
            |error| error.kind() == std::io::ErrorKind::NotFound,
            |text| text.contains(SIGN),
        );
        if !is_ours {
            return Err(not_written(
                &manifest_path,
                &"it exists and is another manifest",
            ));
        }
        std::fs::write(&manifest_path, manifest)
            .map_err(|error| not_written(&manifest_path, &error))?;
    }
    let json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    let text = if json {
        serde_json::to_string_pretty(&replay.rehearsal).map_err(|fault| not_written(&path, &fault))
    } else {
        reading::to_yaml(&replay.rehearsal).map_err(|fault| not_written(&path, &fault))
    };
    std::fs::write(&path, text?).map_err(|error| not_written(&path, &error))?;
    Ok(path)
}

/// A folder of its own; sorted by name is sorted by time.
fn new_folder(cx: &Cx) -> Result<PathBuf, ToolError> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let all = cx.data_directory().join(FOLDER);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = all.join(format!("{:013}-{}-{count}", now_ms(), std::process::id()));
    let make = || -> std::io::Result<()> {
        private_files::create_dir(&folder)?;
        let mut folders: Vec<PathBuf> = private_files::list_dir(&all)?
            .into_iter()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        let old = folders.len().saturating_sub(KEPT);
        for folder in &folders[..old] {
            private_files::remove_dir(folder)?;
        }
        Ok(())
    };
    make().map_err(|error| not_written(&folder, &error))?;
    Ok(folder)
}

fn not_written(path: &Path, why: &dyn fmt::Display) -> ToolError {
    let message = format!("{} was not written: {why}", path.display());
    ToolError::new(ErrorCode::ArtifactWriteFailed, message)
        .hint("Give another output_path, or none.")
}
