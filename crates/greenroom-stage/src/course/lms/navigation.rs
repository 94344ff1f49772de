//! The navigation that an LMS offers around the content, and the requests of content that it hears.

use scorm_lms::profile::{Sequencing, SequencingExtent};
use scorm_session::{LearnerRequest, Options};

use super::server::LmsCourse;
use crate::{Fault, StageError};

impl LmsCourse {
    /// Whether the LMS has a control for what the learner asks for.
    pub(in crate::course) fn check_control(
        &self,
        request: &LearnerRequest,
    ) -> Result<(), StageError> {
        let Some(sequencing) = self.sequencing() else {
            return Ok(());
        };
        let (there, control) = match request {
            LearnerRequest::Continue | LearnerRequest::Previous => {
                (sequencing.buttons_visible, "buttons to go on and back")
            }
            LearnerRequest::Choice { .. } => (sequencing.menu_visible, "menu"),
            _ => return Ok(()),
        };
        if there && !sequencing.first_only {
            return Ok(());
        }
        let title = &self.profile.title;
        let why = if sequencing.first_only {
            "it launches the first SCO only"
        } else {
            "only the course itself can move the learner"
        };
        let message = format!("{title} shows no {control}: {why}");
        Err(StageError::new(Fault::NavUnsupportedAction, message)
            .hint("Open the course with lms_profile: standard to reach its other activities.")
            .detail("lms_profile", self.profile.name.to_string()))
    }

    fn sequencing(&self) -> Option<&Sequencing> {
        self.profile.sequencing.as_ref().map(|it| &it.value)
    }
}

/// Whether only the first SCO or resource of a package is ever launched.
pub(in crate::course) fn launches_first_only(profile: &scorm_lms::Profile) -> bool {
    let sequencing = profile.sequencing.as_ref();
    sequencing.is_some_and(|it| it.value.first_only)
}

/// The requests of content that an LMS does not carry out, as the session's options have them.
pub(in crate::course) fn unheard_requests(profile: &scorm_lms::Profile) -> u16 {
    let sequencing = profile.sequencing.as_ref().map(|it| &it.value);
    let Some(sequencing) = sequencing.filter(|it| it.extent != SequencingExtent::Full) else {
        return 0;
    };
    let heard: Vec<String> = sequencing
        .requests
        .iter()
        .map(ToString::to_string)
        .collect();
    Options::unheard_but(&heard)
}
