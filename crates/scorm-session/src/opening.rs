//! What a session is opened with, as one message to the page.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::course::Course;
use crate::course_fault::{CourseFault, ReopenFault};
use crate::learner::Learner;
use crate::options::Options;
use crate::session::Session;

/// Everything that a session begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opening {
    /// Text of `imsmanifest.xml`.
    pub manifest: String,
    /// Identifier of the organization; the default one when absent.
    #[serde(default)]
    pub organization: Option<String>,
    /// The learner's record.
    pub learner: Learner,
    /// How the session behaves.
    #[serde(default)]
    pub options: Options,
}

impl Opening {
    /// Opens the session, or tells why the course cannot be played.
    pub fn open(self) -> Result<Session, CourseFault> {
        let course = self.course()?;
        Ok(self.open_on(course))
    }

    /// As [`Opening::open`], for whoever has read the course already.
    pub fn open_on(self, course: Arc<Course>) -> Session {
        Session::new(course, self.learner, self.options)
    }

    /// Opens the session in the state of a snapshot.
    pub fn restore(self, snapshot: &str) -> Result<Session, ReopenFault> {
        let course = self.course().map_err(ReopenFault::Course)?;
        Session::restore(course, self.options, snapshot).map_err(ReopenFault::Snapshot)
    }

    fn course(&self) -> Result<Arc<Course>, CourseFault> {
        let edition = self.options.profile.treat_as_edition;
        Course::from_manifest_text_as(&self.manifest, self.organization.as_deref(), edition)
            .map(Arc::new)
    }
}
