//! LMS profiles of a project: `[profiles.NAME]` in the nearest `greenroom.toml` that has some.

use std::collections::BTreeMap;
use std::path::Path;

use greenroom_report::ProfileSettings;
use serde::Deserialize;

use crate::start::StartError;

const FILE_NAME: &str = "greenroom.toml";

type Profiles = BTreeMap<String, ProfileSettings>;

/// The part that concerns all who play; what else is in the file is for others.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Project {
    profiles: Profiles,
}

/// Profiles above a course. A file inside the course does not count: a package cannot say what LMSs are like.
pub(crate) fn profiles_above(course: &Path) -> Result<Profiles, StartError> {
    let course = std::path::absolute(course)?;
    nearest(course.parent())
}

/// Profiles of the folder in which the process was started, or above it.
pub(crate) fn profiles_here() -> Result<Profiles, StartError> {
    nearest(Some(&std::env::current_dir()?))
}

fn nearest(folder: Option<&Path>) -> Result<Profiles, StartError> {
    for folder in folder.into_iter().flat_map(Path::ancestors) {
        let file = folder.join(FILE_NAME);
        // Most folders have none, and some cannot be looked into.
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let project: Project = toml::from_str(&text)
            .map_err(|fault| StartError::Unusable(format!("{}: {fault}", file.display())))?;
        if !project.profiles.is_empty() {
            return Ok(project.profiles);
        }
    }
    Ok(Profiles::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_nearest_file_above_the_course_that_has_profiles_counts() {
        let home = tempfile::tempdir().unwrap();
        let course = home.path().join("project/course");
        fs::create_dir_all(&course).unwrap();
        let put = |place: &str, text: &str| fs::write(home.path().join(place), text).unwrap();
        let names = || {
            let found = profiles_above(&course).unwrap();
            found.into_keys().collect::<Vec<_>>()
        };
        put("greenroom.toml", "[profiles.far]\nbase = \"moodle\"");
        put(
            "project/greenroom.toml",
            "level = \"strict\"\n[ui]\nport = 0",
        );
        put("project/course/greenroom.toml", "[profiles.inside]\n");
        assert_eq!(names(), ["far"]);
        put(
            "project/greenroom.toml",
            "[profiles.near]\nbase = \"ilias\"",
        );
        assert_eq!(names(), ["near"]);
        put(
            "project/greenroom.toml",
            "[profiles.near]\nbase = \"nobody\"",
        );
        let error = profiles_above(&course).unwrap_err().to_string();
        assert!(
            error.contains("greenroom.toml") && error.contains("nobody"),
            "{error}"
        );
    }
}
