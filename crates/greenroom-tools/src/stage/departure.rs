//! A course that left its window by itself: closed it, or took it elsewhere.

use std::fmt;

use greenroom_web::stage::{Departure, DepartureKind};
use schemars::JsonSchema;
use serde::Serialize;

/// How a course left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Departed {
    /// `course-closes-window` or `course-navigates-top`
    pub(crate) code: &'static str,
    /// Where it wanted to go
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    /// Identifier of the item that left
    pub(crate) activity: String,
    pub(crate) timestamp: u64,
}

/// The content closed its window.
pub(crate) const CLOSES_WINDOW: &str = "course-closes-window";
/// The content took its window to another address.
pub(crate) const NAVIGATES_TOP: &str = "course-navigates-top";

impl Departed {
    pub(super) fn new(departure: Departure, activity: String, timestamp: u64) -> Self {
        Self {
            code: match departure.how {
                DepartureKind::ClosesWindow => CLOSES_WINDOW,
                DepartureKind::NavigatesTop => NAVIGATES_TOP,
            },
            url: departure.url,
            activity,
            timestamp,
        }
    }

    /// For the answers of tools.
    pub(crate) fn notice(&self) -> String {
        format!(
            "{}: {self}. The course was unloaded, terminated and saved, as an LMS does; \
             scorm_reload_course or scorm_runtime_open plays it again.",
            self.code
        )
    }
}

impl fmt::Display for Departed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.url {
            Some(url) => write!(f, "the course took its window to {url}"),
            None if self.code == NAVIGATES_TOP => {
                f.write_str("the course took its window elsewhere")
            }
            None => f.write_str("the course closed its window"),
        }
    }
}
