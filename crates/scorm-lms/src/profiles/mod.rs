//! One declaration per LMS, with the source of every value.

mod openedx;
mod standard;

use std::sync::LazyLock;

use crate::profile::Profile;

/// Every LMS that is known.
pub static PROFILES: LazyLock<Vec<Profile>> =
    LazyLock::new(|| vec![standard::standard(), standard::strict(), openedx::openedx()]);

/// The profile of this name or alias.
pub fn find(name: &str) -> Option<&'static Profile> {
    let mut profiles = PROFILES.iter();
    profiles.find(|profile| profile.is_called(name))
}
