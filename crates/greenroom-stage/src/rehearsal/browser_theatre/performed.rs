//! What is performed, and for whom.

use std::path::PathBuf;
use std::sync::Arc;

use greenroom_store::Session;

use super::act_log::ActLog;
use crate::course::launch_options::LaunchOptions;

/// What is performed, and for whom.
#[derive(Clone, Debug, Default)]
pub struct Performed {
    /// A real package, played instead of generated ones.
    pub package: Option<PathBuf>,
    /// The session that gets the pictures.
    pub home: Option<Arc<Session>>,
    /// The LMS that it is played in; none plays by the book.
    pub lms_profile: Option<String>,
    /// The course is launched in this way, and stays open where the rehearsal ends.
    pub stays: Option<LaunchOptions>,
    /// Where its acts are noted.
    pub acts: Option<Arc<ActLog>>,
}

impl Performed {
    /// The same, with another course; none keeps it.
    #[must_use]
    pub fn playing(&self, course: Option<PathBuf>) -> Self {
        Self {
            package: course.or_else(|| self.package.clone()),
            home: self.home.clone(),
            lms_profile: self.lms_profile.clone(),
            stays: self.stays.clone(),
            acts: self.acts.clone(),
        }
    }
}
