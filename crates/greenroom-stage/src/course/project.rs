//! What a project's `greenroom.toml` says of the courses below its folder.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Fault, StageError};

const FILE_NAME: &str = "greenroom.toml";

/// When a course goes on where it was left. The table may also stand in a `greenroom.toml` above
/// the package, which wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ResumeConfig {
    /// A course that keeps its place in suspend_data only is resumed too.
    pub without_location: bool,
}

/// The part that concerns playing; `check` and the UI platform read theirs by themselves.
#[derive(Default, Deserialize)]
struct Project {
    resume: Option<ResumeConfig>,
}

/// What the nearest file above the package says of resuming without a location, if anything. A
/// file inside the package is the course's own, and does not decide for those who play it.
pub(super) fn resume_without_location(package: &Path) -> Result<Option<bool>, StageError> {
    let files = package
        .ancestors()
        .skip(1)
        .map(|folder| folder.join(FILE_NAME));
    for file in files {
        // Most folders have none, and some cannot be looked into.
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let project: Project = toml::from_str(&text).map_err(|error| {
            let message = format!("{}: {error}", file.display());
            StageError::new(Fault::InvalidParams, message)
                .hint("Mend the table [resume] in this file, or take it out.")
        })?;
        if let Some(resume) = project.resume {
            return Ok(Some(resume.without_location));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_file_above_the_package_decides() {
        let home = tempfile::tempdir().unwrap();
        let package = home.path().join("project/course");
        fs::create_dir_all(&package).unwrap();
        let put = |place: &str, text: &str| fs::write(home.path().join(place), text).unwrap();
        let said = || resume_without_location(&package).unwrap();
        put(
            "project/course/greenroom.toml",
            "[resume]\nwithout_location = true",
        );
        assert_eq!(said(), None, "the package does not decide for itself");
        put(
            "greenroom.toml",
            "level = \"strict\"\n[resume]\nwithout_location = true",
        );
        assert_eq!(said(), Some(true));
        put("project/greenroom.toml", "level = \"strict\"");
        assert_eq!(said(), Some(true), "a file that says nothing of it");
        put(
            "project/greenroom.toml",
            "[resume]\nwithout_location = false",
        );
        assert_eq!(said(), Some(false));
        put(
            "project/greenroom.toml",
            "[resume]\nwithout_locations = true",
        );
        let error = resume_without_location(&package).unwrap_err().to_string();
        assert!(
            error.contains("greenroom.toml") && error.contains("without_locations"),
            "{error}"
        );
    }
}
