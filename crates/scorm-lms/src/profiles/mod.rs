//! One declaration per LMS, with the source of every value.

mod chamilo;
mod frappe;
mod ilias;
mod ilias_2004;
mod learnhouse;
mod moodle;
mod moodle_2004;
mod openedx;
mod parts;
mod standard;

use std::sync::LazyLock;

use crate::profile::Profile;

/// Every LMS that is known.
pub static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let profiles: [fn() -> Profile; 10] = [
        standard::standard,
        standard::strict,
        moodle::moodle,
        moodle::moodle_strict,
        openedx::openedx,
        ilias::ilias,
        ilias::ilias_nocheck,
        frappe::frappe,
        learnhouse::learnhouse,
        chamilo::chamilo,
    ];
    profiles.iter().map(|profile| profile()).collect()
});

/// The profile of this name or alias.
pub fn find(name: &str) -> Option<&'static Profile> {
    let mut profiles = PROFILES.iter();
    profiles.find(|profile| profile.is_called(name))
}
