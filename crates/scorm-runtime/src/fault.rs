//! Why a call failed, and which code each version gives it.

use std::borrow::Cow;

use crate::version::{Edition, Version};

/// The reason of a failed GetValue or SetValue, before it becomes a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    EmptyName,
    /// The name does not begin as those of the model do.
    Outside,
    /// The name is not in the model (in SCORM 1.2: its category is not).
    Unknown,
    /// The element came with a later edition than the one the course runs as.
    LaterElement(&'static str),
    /// The category is known, the member is not.
    UnknownMember,
    /// The name ends at a category, collection or record.
    NotAnElement,
    /// The name goes on behind an element that holds a value.
    BehindElement,
    /// What stands in the place of an index is none.
    NotAnIndex,
    NoChildren,
    NoCount,
    NoVersion,
    Keyword,
    /// Get: the index is not below the count.
    NoRecord {
        count: usize,
    },
    /// Set: the index is beyond the next free one.
    Gap {
        count: usize,
    },
    /// Set: records of this collection come from the manifest only.
    NotCreatable,
    /// Set: the type of the interaction allows no further pattern.
    TooManyPatterns,
    /// Set: the guard of the profile.
    TooMuch,
    Dependency(&'static str),
    IdFixed,
    NotUnique,
    ReadOnly,
    WriteOnly,
    NotInitialized,
    /// Get: `request_valid.choice` or `.jump` without `{target=…}`.
    NoTarget,
    /// The value has the wrong form; the text says what is expected.
    Form(Cow<'static, str>),
    /// The request came with a later edition than the one the course runs as.
    LaterRequest(&'static str),
    Range(Cow<'static, str>),
}

/// The call in which a fault occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Get,
    Set,
}

impl Fault {
    pub(crate) fn code(&self, version: Version, purpose: Purpose) -> u16 {
        if version.is_scorm12() {
            self.code12()
        } else {
            self.code2004(purpose)
        }
    }

    fn code2004(&self, purpose: Purpose) -> u16 {
        match self {
            Self::NoRecord { .. } | Self::NoTarget => 301,
            // The parent offers no such keyword: a get failure, and an unknown name for a set.
            Self::NoChildren | Self::NoCount | Self::NoVersion => match purpose {
                Purpose::Get => 301,
                Purpose::Set => 401,
            },
            Self::EmptyName => match purpose {
                Purpose::Get => 301,
                Purpose::Set => 351,
            },
            Self::Gap { .. }
            | Self::NotCreatable
            | Self::TooManyPatterns
            | Self::TooMuch
            | Self::IdFixed
            | Self::NotUnique => 351,
            Self::Outside
            | Self::Unknown
            | Self::LaterElement(_)
            | Self::UnknownMember
            | Self::NotAnElement
            | Self::BehindElement
            | Self::NotAnIndex => 401,
            Self::NotInitialized => 403,
            Self::ReadOnly | Self::Keyword => 404,
            Self::WriteOnly => 405,
            Self::Form(_) | Self::LaterRequest(_) => 406,
            Self::Range(_) => 407,
            Self::Dependency(_) => 408,
        }
    }

    fn code12(&self) -> u16 {
        match self {
            Self::EmptyName
            | Self::Outside
            | Self::UnknownMember
            | Self::NoVersion
            | Self::NoRecord { .. }
            | Self::Gap { .. }
            | Self::NotCreatable
            | Self::NoTarget => 201,
            Self::NoChildren => 202,
            Self::NoCount => 203,
            Self::Unknown
            | Self::LaterElement(_)
            | Self::NotAnElement
            | Self::BehindElement
            | Self::NotAnIndex => 401,
            Self::Keyword => 402,
            Self::ReadOnly => 403,
            Self::WriteOnly => 404,
            Self::Form(_) | Self::LaterRequest(_) | Self::Range(_) => 405,
            // No rule of SCORM 1.2 leads here but the guard of the profile.
            Self::TooMuch
            | Self::TooManyPatterns
            | Self::Dependency(_)
            | Self::IdFixed
            | Self::NotUnique
            | Self::NotInitialized => 101,
        }
    }

    /// What went wrong, in words for an author.
    pub(crate) fn describe(&self, edition: RunAs) -> Cow<'static, str> {
        match self {
            Self::EmptyName => "the element name is empty".into(),
            Self::Outside | Self::Unknown => "no such element in the data model".into(),
            Self::LaterElement(what) | Self::LaterRequest(what) => edition.lacks(what).into(),
            Self::UnknownMember => "the category has no such member".into(),
            Self::NotAnElement => {
                "the name ends at a category, collection or record, which has no value".into()
            }
            Self::BehindElement => "the name goes on behind an element".into(),
            Self::NotAnIndex => "the index is not a number".into(),
            Self::NoChildren => "_children is not defined here".into(),
            Self::NoCount => "_count is defined for collections only".into(),
            Self::NoVersion => "_version is defined for cmi only".into(),
            Self::Keyword => "_version, _children and _count cannot be set".into(),
            Self::NoRecord { count } => {
                format!("index out of range, the collection has {count} records").into()
            }
            Self::Gap { count } => {
                format!("index out of range, the next record to set is {count}").into()
            }
            Self::NotCreatable => "only the manifest makes records of this collection".into(),
            Self::TooManyPatterns => "this type of interaction allows one pattern only".into(),
            Self::TooMuch => "larger than this LMS keeps".into(),
            Self::Dependency(field) => format!("set {field} of the same record first").into(),
            Self::IdFixed => "an objective's id cannot be changed once set".into(),
            Self::NotUnique => "another record of the collection has this value".into(),
            Self::ReadOnly => "read-only for the SCO".into(),
            Self::WriteOnly => "write-only for the SCO".into(),
            Self::NotInitialized => "no value has been set".into(),
            Self::NoTarget => "name a target, as in choice.{target=item_1}".into(),
            Self::Form(expected) => format!("expected {expected}").into(),
            Self::Range(expected) => format!("out of range, expected {expected}").into(),
        }
    }
}

/// The edition that a course runs as, and why.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunAs {
    pub(crate) edition: Edition,
    /// Not declared by the package, but chosen for the launch.
    pub(crate) chosen: bool,
}

impl RunAs {
    fn lacks(self, what: &str) -> String {
        let why = if self.chosen {
            "the course is run as "
        } else {
            "the package declares the "
        };
        let edition = self.edition.as_str();
        [why, edition, " Edition; ", what, " came with the 4th"].concat()
    }
}
