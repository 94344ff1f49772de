//! The SCORM version and edition that an API instance follows.

/// A SCORM version; it decides the element table, the functions and the error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Version {
    /// SCORM 1.2: the object `API` with `LMSInitialize` and its companions.
    Scorm12,
    /// SCORM 2004: the object `API_1484_11` with `Initialize` and its companions.
    Scorm2004(Edition),
}

impl Version {
    /// Whether this is SCORM 1.2.
    pub const fn is_scorm12(self) -> bool {
        matches!(self, Self::Scorm12)
    }

    /// The edition of SCORM 2004; the fourth for SCORM 1.2, where no element depends on it.
    pub const fn edition(self) -> Edition {
        match self {
            Self::Scorm12 => Edition::Fourth,
            Self::Scorm2004(edition) => edition,
        }
    }
}

/// An edition of SCORM 2004, in order of publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edition {
    /// `CAM 1.3`.
    Second,
    /// `2004 3rd Edition`.
    Third,
    /// `2004 4th Edition`.
    Fourth,
}

impl Edition {
    /// As in "the 3rd Edition".
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Second => "2nd",
            Self::Third => "3rd",
            Self::Fourth => "4th",
        }
    }
}
