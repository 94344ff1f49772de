//! A state that the caller says was saved in the old version: is it, and does that version resume from it?

use std::path::Path;

use greenroom_stage::course::resume::Resume;
use greenroom_stage::{Fault, StageError};
use greenroom_store::Session;
use greenroom_store::saved_state::{SavedMeta, SavedStates};

const HINT: &str = "Give a state that the old version saved: scorm_close_course answers the path of its file as \
                    saved.path.";

/// Refuses a file that is no saved state, or one of another course: whatever came of it would say nothing
/// about learners of this one.
pub(super) fn check(path: &Path, old: &Session) -> Result<(), StageError> {
    let refused = |why: String| {
        let message = format!("saved_state: {why}");
        StageError::new(Fault::InvalidParams, message).hint(HINT)
    };
    let state = SavedStates::read_at(path).map_err(|error| refused(error.to_string()))?;
    let (Some(meta), Some(package)) = (state.meta, old.package()) else {
        // Files of other programs do not say where they are from.
        return Ok(());
    };
    let course = package.course();
    let structure = package.structure();
    let saved_in = Saved::from(&meta);
    let own = Saved {
        course: course.course_id.as_deref(),
        structure: structure.as_deref(),
        version: course.scorm_version,
    };
    if saved_in.is_of_another(&own) {
        return Err(refused(format!(
            "{} was saved in the course {:?} (SCORM {}), and the old version is {:?} (SCORM {})",
            path.display(),
            saved_in.course.unwrap_or_default(),
            saved_in.version.unwrap_or("unknown"),
            own.course.unwrap_or_default(),
            own.version.unwrap_or("unknown"),
        )));
    }
    Ok(())
}

/// What is known of the course that a state was saved in.
#[derive(Clone, Copy)]
struct Saved<'a> {
    course: Option<&'a str>,
    structure: Option<&'a str>,
    version: Option<&'a str>,
}

impl<'a> From<&'a SavedMeta> for Saved<'a> {
    fn from(meta: &'a SavedMeta) -> Self {
        Self {
            course: meta.course_id.as_deref(),
            structure: meta.structure.as_deref(),
            version: meta.scorm_version.as_deref().filter(|it| !it.is_empty()),
        }
    }
}

impl Saved<'_> {
    /// A course that was edited keeps its identifier, one whose identifier was changed its structure. The
    /// data models of SCORM 1.2 and 2004 have nothing in common.
    fn is_of_another(&self, other: &Self) -> bool {
        let differ = |one: Option<&str>, other: Option<&str>| {
            one.is_some() && other.is_some() && one != other
        };
        let is_12 = |version: Option<&str>| version.map(|version| version == "1.2");
        let other_model = is_12(self.version)
            .zip(is_12(other.version))
            .is_some_and(|(one, other)| one != other);
        let other_course =
            differ(self.course, other.course) && differ(self.structure, other.structure);
        other_course || other_model
    }
}

/// Why the old version does not go on from the state, in a sentence.
pub(super) fn why_not(resume: &Resume) -> String {
    let reason = match resume.reason {
        "exit_not_suspend" => "it was not left with exit \"suspend\", so it begins anew",
        "activity_gone" => "the item in which it was left is not in the old version",
        other => other,
    };
    format!("the old version itself does not resume from this saved state: {reason}")
}

#[cfg(test)]
mod tests {
    use super::Saved;

    #[test]
    fn a_state_is_of_another_course_by_name_and_structure_or_by_its_data_model() {
        let saved = |course, structure, version| Saved {
            course: Some(course),
            structure: Some(structure),
            version: Some(version),
        };
        let own = saved("tea", "s1", "2004_4th");
        for (state, is_another) in [
            (saved("tea", "s1", "2004_4th"), false),
            (saved("tea", "s2", "2004_3rd"), false),
            (saved("coffee", "s1", "2004_4th"), false),
            (saved("coffee", "s2", "2004_4th"), true),
            (saved("tea", "s1", "1.2"), true),
        ] {
            assert_eq!(state.is_of_another(&own), is_another, "{:?}", state.course);
        }
        let unknown = Saved {
            course: None,
            structure: None,
            version: None,
        };
        assert!(!unknown.is_of_another(&own));
    }
}
