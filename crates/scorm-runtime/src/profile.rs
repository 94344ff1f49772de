//! How an LMS treats what the standard leaves open: limits, tolerance, editions.

use crate::version::Edition;

/// The behavior of one LMS where the standard gives room.
///
/// The default is the standard itself: SCORM 1.2 sizes are maxima (405), SCORM 2004 sizes are
/// smallest permitted maxima, so longer values are stored whole and noted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default)
)]
pub struct Profile {
    /// What happens to a value or collection beyond its size in the element table.
    pub limits: Limits,
    /// A maximum of characters for `cmi.suspend_data` in place of the table's; beyond it the
    /// value is refused whatever `limits` says, below it nothing is noted.
    pub suspend_data_limit: Option<u32>,
    /// Accept widespread forms that the standard refuses, each with a note.
    pub tolerant: bool,
    /// Refuse (405) responses and patterns of SCORM 1.2 that do not have the form of their
    /// interaction's type. No known LMS does, so that by default they are noted.
    pub strict_feedback: bool,
    /// The edition that every package of SCORM 2004 is run as, whatever it declares; some LMSs run
    /// everything as 4th. The version of the instance must agree with it: this only says why.
    pub treat_as_edition: Option<Edition>,
    /// The most records that any one collection may hold. A guard against runaway content, far
    /// above every number the standard promises.
    pub max_records: u32,
    /// The most bytes that any one value may hold, for the same reason.
    pub max_value_bytes: u32,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            limits: Limits::Standard,
            suspend_data_limit: None,
            tolerant: false,
            strict_feedback: false,
            treat_as_edition: None,
            max_records: 10_000,
            max_value_bytes: 16 * 1024 * 1024,
        }
    }
}

/// What a size in the element table means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Limits {
    /// As each standard says: a maximum in SCORM 1.2, a floor in SCORM 2004.
    Standard,
    /// A maximum in both: longer values are refused.
    Refuse,
    /// A floor in both: longer values are stored whole and noted.
    Note,
}
