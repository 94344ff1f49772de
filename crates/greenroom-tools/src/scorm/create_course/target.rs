//! Where a new course goes: a folder of its own, written whole or not at all.

use std::fmt::Display;
use std::fs;
use std::path::{Component, Path, PathBuf};

use scorm_author::Course;

use crate::{ErrorCode, ToolError};

/// Names that mean a device on some systems, whatever ending they have.
const RESERVED: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];
/// The most bytes of a name: file systems take 255, and the rehearsals' folder adds some.
const LONGEST_NAME: usize = 200;

/// The folder of a new course, and the one of its rehearsals beside it.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) folder: PathBuf,
    rehearsals: PathBuf,
    name: String,
}

impl Target {
    /// Judges a path before anything is written.
    pub(super) fn check(path: &Path) -> Result<Self, ToolError> {
        let shown = path.display();
        if path.components().any(|part| part == Component::ParentDir) {
            let message = format!("{shown} contains `..`");
            return Err(ToolError::new(ErrorCode::SecurityViolation, message)
                .hint("Give the path of the new folder without `..`."));
        }
        let folder = std::path::absolute(path).map_err(|error| unusable(path, &error))?;
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| unusable(path, &"it names no folder"))?;
        if let Some(fault) = fault_of(name) {
            return Err(unusable(path, &fault).hint(
                "Name the folder with letters, digits, hyphens and underscores; the title may be anything.",
            ));
        }
        let rehearsals = folder.with_file_name(format!("{name}-rehearsals"));
        for place in [&folder, &rehearsals] {
            vacant(place)?;
        }
        Ok(Self {
            name: name.to_owned(),
            folder,
            rehearsals,
        })
    }

    /// Writes the course; gives the path of its rehearsals.
    pub(super) fn write(&self, course: &Course) -> Result<PathBuf, ToolError> {
        let parent = self.folder.parent().unwrap_or(Path::new("."));
        let not_written = |error: std::io::Error| {
            let message = format!("{} was not written: {error}", self.folder.display());
            ToolError::new(ErrorCode::ArtifactWriteFailed, message)
                .hint("Give a target_path below a folder that can be written to.")
        };
        fs::create_dir_all(parent).map_err(not_written)?;
        // Beside the target first, so that what fails leaves nothing half made.
        let draft = tempfile::Builder::new()
            .prefix(".new-course-")
            .tempdir_in(parent)
            .map_err(not_written)?;
        let (package, plays) = (draft.path().join("course"), draft.path().join("rehearsals"));
        let rehearsal = course.rehearsal(&format!("../{}", self.name));
        let written = write_files(&package, course)
            .and_then(|()| fs::create_dir(&plays))
            .and_then(|()| fs::write(plays.join("complete.json"), rehearsal))
            .and_then(|()| take_place(&plays, &self.rehearsals))
            .and_then(|()| take_place(&package, &self.folder));
        written.map_err(not_written)?;
        Ok(self.rehearsals.join("complete.json"))
    }
}

fn write_files(package: &Path, course: &Course) -> std::io::Result<()> {
    fs::create_dir(package)?;
    for file in &course.files {
        let path = package.join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.bytes)?;
    }
    Ok(())
}

/// Moves a folder to where nothing or an empty folder is; fails if something came there meanwhile.
fn take_place(from: &Path, to: &Path) -> std::io::Result<()> {
    match fs::remove_dir(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => fs::rename(from, to),
    }
}

/// Nothing is there, or an empty folder.
fn vacant(place: &Path) -> Result<(), ToolError> {
    let found = match fs::symlink_metadata(place) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unusable(place, &error)),
        Ok(found) => found,
    };
    if !found.is_dir() {
        return Err(unusable(place, &"something that is no folder is there"));
    }
    let mut entries = fs::read_dir(place).map_err(|error| unusable(place, &error))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(unusable(place, &"the folder is not empty")),
    }
}

/// Why a folder should not have this name, if so.
fn fault_of(name: &str) -> Option<String> {
    let stem = name.split('.').next().unwrap_or_default();
    let reserved = RESERVED.contains(&stem.trim_end().to_ascii_lowercase().as_str());
    let odd = |c: &char| c.is_control() || "<>:\"|?*\\".contains(*c);
    if reserved {
        Some(format!("{name:?} is the name of a device on some systems"))
    } else if let Some(found) = name.chars().find(odd) {
        Some(format!("{found:?} is not allowed in names on all systems"))
    } else if name.ends_with(['.', ' ']) || name.starts_with(' ') {
        Some(format!("{name:?} begins or ends with a blank or a dot"))
    } else if name.len() > LONGEST_NAME {
        let count = name.len();
        Some(format!(
            "its name has {count} bytes; the most are {LONGEST_NAME}"
        ))
    } else {
        None
    }
}

fn unusable(path: &Path, why: &dyn Display) -> ToolError {
    let message = format!("{}: {why}", path.display());
    ToolError::new(ErrorCode::PathResolutionError, message)
        .hint("Give target_path as a folder that does not exist yet, or is empty.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_system_refuses_are_refused_everywhere() {
        for name in [
            "CON",
            "nul.course",
            "a:b",
            "a\\b",
            "tab\there",
            "dot.",
            " x",
            &"n".repeat(201),
        ] {
            assert!(fault_of(name).is_some(), "{name}");
        }
        for name in ["my-course", "Курс", "a.b", "console", ".hidden", "it's"] {
            assert_eq!(fault_of(name), None, "{name}");
        }
    }

    #[test]
    fn only_a_vacant_place_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        assert!(Target::check(&path("new/deeper")).is_ok());
        fs::create_dir(path("empty")).unwrap();
        assert!(Target::check(&path("empty")).is_ok());
        fs::create_dir_all(path("full/inside")).unwrap();
        let error = Target::check(&path("full")).unwrap_err();
        assert!(error.message.contains("not empty"), "{}", error.message);
        fs::write(path("file"), "").unwrap();
        assert!(Target::check(&path("file")).is_err());
        fs::create_dir_all(path("taken-rehearsals/inside")).unwrap();
        assert!(Target::check(&path("taken")).is_err());
        let error = Target::check(&path("a/../b")).unwrap_err();
        assert_eq!(error.code, ErrorCode::SecurityViolation);
    }
}
