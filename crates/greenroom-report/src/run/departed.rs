//! A course that left its window by itself: closed it, or took it elsewhere.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// How a course left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Departed {
    /// `course-closes-window` or `course-navigates-top`
    pub code: &'static str,
    /// Where it wanted to go
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Identifier of the item that left
    pub activity: String,
    pub timestamp: u64,
}

/// The content closed its window.
pub const CLOSES_WINDOW: &str = "course-closes-window";
/// The content took its window to another address.
pub const NAVIGATES_TOP: &str = "course-navigates-top";

impl Departed {
    /// For the answers of tools.
    pub fn notice(&self) -> String {
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
