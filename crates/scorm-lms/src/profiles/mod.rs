//! One declaration per LMS, with the source of every value.

mod chamilo;
mod chamilo_classic;
mod closed;
mod frappe;
mod ilias;
mod ilias_2004;
mod learnhouse;
mod moodle;
mod moodle_2004;
mod openedx;
mod openolat;
mod parts;
mod scorm_again;
mod scorm_again_2004;
mod standard;
mod words;

use std::sync::LazyLock;

use crate::profile::Profile;

/// Every LMS that is known.
pub static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let profiles: [fn() -> Profile; 23] = [
        standard::standard,
        standard::strict,
        moodle::moodle,
        moodle::moodle_strict,
        scorm_again::scorm_again,
        openedx::openedx,
        ilias::ilias,
        ilias::ilias_nocheck,
        frappe::frappe,
        learnhouse::learnhouse,
        chamilo::chamilo,
        chamilo_classic::chamilo_classic,
        openolat::openolat,
        closed::sakai,
        closed::scorm_cloud,
        closed::docebo,
        closed::litmos,
        closed::successfactors,
        closed::d2l,
        closed::cornerstone,
        closed::absorb,
        closed::blackboard,
        closed::canvas,
    ];
    profiles.iter().map(|profile| profile()).collect()
});

/// The profile of this name or alias.
pub fn find(name: &str) -> Option<&'static Profile> {
    let mut profiles = PROFILES.iter();
    profiles.find(|profile| profile.is_called(name))
}
