//! Why a course cannot be played.

use std::fmt;

use crate::snapshot::RestoreFault;

/// Why a manifest gives no course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CourseFault {
    /// It cannot be read; its first problem, in words.
    Unreadable(String),
    /// It has no organization of this name.
    NoOrganization(String),
}

impl fmt::Display for CourseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(problem) => f.write_str(problem),
            Self::NoOrganization(name) => write!(f, "the manifest has no organization {name}"),
        }
    }
}

impl std::error::Error for CourseFault {}

/// Why a session cannot be opened as a snapshot describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReopenFault {
    /// There is no course.
    Course(CourseFault),
    /// There is a course, but the snapshot is not of it.
    Snapshot(RestoreFault),
}

impl fmt::Display for ReopenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Course(fault) => fault.fmt(f),
            Self::Snapshot(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ReopenFault {}
