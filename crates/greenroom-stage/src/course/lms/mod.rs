//! The LMS that a course is played in: its code in the page, its server, its limits.

mod by_the_book;
mod followed;
mod import;
mod keeping;
mod launching;
mod navigation;
mod report;
mod server;

use greenroom_report::ValidationSettings;
use greenroom_web::workbench::courses::LmsName;
use greenroom_web::workbench::journals::LmsLimit;
use scorm_lint::{LmsProfile, PROFILES};
use scorm_package::{Edition, ScormVersion};

use super::arguments;
use crate::{Fault, StageError};
pub(super) use followed::followed;
pub use import::{Imported, Note};
pub(super) use import::{files_by_name, import};
pub(super) use keeping::{RecordFiles, forget_records};
pub(super) use launching::{
    LaunchFacts, boot, frame, has_no_api, is_held, plays_in_frame, unload_denied, window,
};
pub(super) use navigation::{launches_first_only, unheard_requests};
pub use report::LmsReport;
pub use server::{Arrived, LmsCourse, LmsFault};

const SCORM_12: &str = "1.2";
const SCORM_2004: &str = "2004";
/// The least that the 2nd Edition promises for suspend_data.
const SECOND_EDITION: usize = 4000;
/// The most that one UTF-16 unit takes in UTF-8.
const BYTES_PER_UNIT: usize = 3;
/// The least that later editions promise.
const LATER_EDITIONS: usize = 64_000;

/// The profiles that a launch can name: those of the settings, then those that are shipped.
#[derive(Debug)]
pub struct LmsProfiles {
    all: Vec<LmsProfile>,
    /// Those of the settings, as courses are played in them.
    own: Vec<scorm_lms::Profile>,
}

impl LmsProfiles {
    pub fn new(settings: &ValidationSettings) -> Self {
        let own = settings.profiles.iter();
        let judged = own.clone().map(|(name, profile)| profile.profile(name));
        Self {
            all: judged.chain(PROFILES.iter().cloned()).collect(),
            own: own.map(|(name, profile)| profile.played_as(name)).collect(),
        }
    }

    /// How the LMS of this name treats long values, in a course of this version.
    pub fn limits(
        &self,
        name: &str,
        version: ScormVersion,
    ) -> Result<scorm_runtime::Profile, StageError> {
        Ok(behaviour(self.find(name)?, version))
    }

    /// How the LMS of this name plays courses; an unknown name is answered with those that are known.
    pub fn profile(&self, name: &str) -> Result<&scorm_lms::Profile, StageError> {
        let known = self.find(name)?;
        self.played_as(name).ok_or_else(|| {
            let message = format!("lms_profile: {} cannot be played in", known.title);
            StageError::new(Fault::InvalidParams, message)
        })
    }

    /// How the LMS of this name plays courses.
    pub fn played_as(&self, name: &str) -> Option<&scorm_lms::Profile> {
        let own = self.own.iter().find(|profile| profile.name == name);
        own.or_else(|| scorm_lms::find(name))
    }

    /// What they are called.
    pub(super) fn names(&self) -> Vec<String> {
        self.all
            .iter()
            .map(|profile| profile.name.to_string())
            .collect()
    }

    /// What they are called by settings and by people.
    pub(super) fn titles(&self) -> Vec<LmsName> {
        let names = self.all.iter().map(|profile| LmsName {
            name: profile.name.to_string(),
            title: profile.title.to_string(),
            is_standard: profile.is_standard(),
        });
        names.collect()
    }

    /// The profile of this name.
    pub fn find(&self, name: &str) -> Result<&LmsProfile, StageError> {
        let found = self.all.iter().find(|profile| profile.is_called(name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self
                .all
                .iter()
                .map(|profile| profile.name.as_ref())
                .collect();
            let message = format!("lms_profile: no profile is called {name}");
            StageError::new(Fault::InvalidParams, message)
                .hint(format!("There are {}.", known.join(", ")))
                .detail("profiles", known)
        })
    }
}

/// What each LMS keeps of values that it cuts or refuses beyond a length. What the standard itself
/// promises is in the data model.
pub(crate) fn kept_lengths() -> Vec<LmsLimit> {
    let limits = PROFILES.iter().filter(|lms| !lms.is_standard());
    let limits = limits.flat_map(|lms| {
        [
            (SCORM_12, &lms.suspend_data_12),
            (SCORM_2004, &lms.suspend_data_2004),
        ]
        .map(|(version, limit)| {
            limit.as_ref().map(|limit| LmsLimit {
                lms: lms.title.to_string(),
                version,
                element: "cmi.suspend_data",
                keeps: limit.value,
                source: limit.source.to_string(),
            })
        })
    });
    limits.flatten().collect()
}

/// The version as profiles know it.
pub(super) fn version_of(version: ScormVersion) -> scorm_lms::Version {
    if version == ScormVersion::Scorm12 {
        scorm_lms::Version::Scorm12
    } else {
        scorm_lms::Version::Scorm2004
    }
}

/// How the LMS treats long values. What is not known of it is as the standard says.
pub(super) fn behaviour(lms: &LmsProfile, version: ScormVersion) -> scorm_runtime::Profile {
    let limit = lms.suspend_data(version).map(|limit| limit.value);
    let limit = limit.filter(|_| !lms.is_standard());
    scorm_runtime::Profile {
        suspend_data_limit: limit.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)),
        // A longer argument is refused before the engine sees it.
        max_value_bytes: (arguments::LONGEST * BYTES_PER_UNIT) as u32,
        ..scorm_runtime::Profile::default()
    }
}

/// What anomaly rules measure suspend_data against.
pub(super) fn suspend_data_limit(lms: &LmsProfile, version: ScormVersion) -> usize {
    if lms.is_standard() && version == ScormVersion::Scorm2004(Edition::Second) {
        return SECOND_EDITION;
    }
    lms.suspend_data(version)
        .map_or(LATER_EDITIONS, |limit| limit.value)
}
