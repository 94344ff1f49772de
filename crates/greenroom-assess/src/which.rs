//! In which LMSs a course is played where nobody names them, and how it is left there.

use scorm_lms::profile::{Played, Profile};
use scorm_package::{Edition, ScormVersion};

/// Other settings or other players of an LMS that is in the list, or no LMS of its own.
const VARIANTS: [&str; 5] = [
    "strict",
    "moodle_strict",
    "ilias_nocheck",
    "chamilo_classic",
    "scorm_again",
];

/// Ways of leaving where nobody names them: what learners do and meet most.
pub const DEFAULT_WAYS: [&str; 6] = [
    "own_exit",
    "lms_exit",
    "next_activity",
    "tab_closed",
    "connection_lost_during",
    "session_timed_out",
];

/// The standard, and each LMS that was measured and plays this version.
pub fn by_default(version: ScormVersion) -> Vec<String> {
    let profiles = scorm_lms::PROFILES.iter();
    let chosen = profiles.filter(|profile| {
        !profile.partial && !VARIANTS.contains(&profile.name.as_ref()) && plays(profile, version)
    });
    chosen.map(|profile| profile.name.to_string()).collect()
}

fn plays(profile: &Profile, version: ScormVersion) -> bool {
    let wanted = match version {
        ScormVersion::Scorm12 => Played::Scorm12,
        ScormVersion::Scorm2004(Edition::Second) => Played::Second,
        ScormVersion::Scorm2004(Edition::Third) => Played::Third,
        ScormVersion::Scorm2004(Edition::Fourth) => Played::Fourth,
    };
    profile.versions.as_ref().is_none_or(|played| {
        played.value.fully.contains(&wanted) || played.value.partly.contains(&wanted)
    })
}

/// The shipped profile whose answers a profile of the settings gives: rules of lint know its name.
pub fn shipped_like(profile: &Profile) -> Option<&'static Profile> {
    let same = |known: &&Profile| {
        let mut pairs = known.answers.iter().zip(&profile.answers);
        let answers = profile.answers.iter().any(Option::is_some);
        answers
            && pairs.all(|(one, other)| match (one, other) {
                (Some(one), Some(other)) => std::ptr::eq(*one, *other),
                (None, None) => true,
                _ => false,
            })
    };
    scorm_lms::PROFILES.iter().find(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_measured_lms_is_there_once_if_it_plays_the_version() {
        let of_12 = by_default(ScormVersion::Scorm12);
        let expected = [
            "standard",
            "moodle",
            "openedx",
            "ilias",
            "frappe",
            "learnhouse",
            "chamilo",
            "openolat",
        ];
        assert_eq!(of_12, expected);
        let of_2004 = by_default(ScormVersion::Scorm2004(Edition::Fourth));
        assert!(!of_2004.contains(&"openolat".to_owned()));
        assert!(of_2004.contains(&"moodle".to_owned()));
    }

    #[test]
    fn every_way_of_leaving_exists() {
        for way in DEFAULT_WAYS {
            assert!(greenroom_exits::find_way(way).is_some(), "{way}");
        }
    }
}
