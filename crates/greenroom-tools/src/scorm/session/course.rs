//! The course of a session, as results show it.

use greenroom_store::{CourseSummary, Session, SessionState};
use schemars::JsonSchema;
use serde::Serialize;

/// What the manifest says; null where it does not.
#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "names on the wire")]
pub(crate) struct Course {
    course_id: Option<String>,
    pub(crate) title: Option<String>,
    /// `1.2`, `2004_2nd`, `2004_3rd` or `2004_4th`
    pub(crate) scorm_version: Option<&'static str>,
    /// The default organization
    organization: Option<String>,
    sco_count: usize,
}

impl Course {
    /// Its title, or what stands for one.
    pub(crate) fn shown_title(&self) -> &str {
        self.title.as_deref().unwrap_or("a course without title")
    }

    pub(crate) fn of(session: &Session) -> Self {
        let summary = session.package().map(greenroom_store::OpenPackage::course);
        let CourseSummary {
            course_id,
            title,
            scorm_version,
            organization,
            sco_count,
        } = summary.unwrap_or_default();
        Self {
            course_id,
            title,
            scorm_version,
            organization,
            sco_count,
        }
    }
}

/// What a session is doing.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    Opening,
    Ready,
    Running,
    Closing,
}

impl State {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Ready => "ready",
            Self::Running => "running",
            Self::Closing => "closing",
        }
    }
}

impl From<SessionState> for State {
    fn from(state: SessionState) -> Self {
        match state {
            SessionState::Opening => Self::Opening,
            SessionState::Ready => Self::Ready,
            SessionState::Running => Self::Running,
            SessionState::Closing => Self::Closing,
        }
    }
}
