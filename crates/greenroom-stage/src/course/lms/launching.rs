//! What an LMS knows when it launches a SCO, and what the page of the player must know of the LMS.

use scorm_lms::profile::{FrameEnd, Placement};
use scorm_lms::{Launch, Learner, Next, Profile, Version};
use scorm_session::{Content, Course};

use super::super::launch_options::{CreditParam, LaunchMode, LaunchOptions};
use super::super::player_messages::{FrameLook, LmsBoot, LmsVersion};
use super::super::viewport::ViewportParams;

/// What is the same for every launch of the session.
#[derive(Clone, Debug)]
pub(in crate::course) struct LaunchFacts {
    learner: Learner,
    mode: LaunchMode,
    credit: CreditParam,
}

impl LaunchFacts {
    pub(in crate::course) fn new(options: &LaunchOptions) -> Self {
        let learner = match &options.learner {
            Some(learner) => Learner {
                id: learner.id.clone(),
                login: learner.id.clone(),
                name: learner.name.clone(),
            },
            None => Learner {
                id: "1".to_owned(),
                login: "learner-1".to_owned(),
                name: "Learner, Greenroom".to_owned(),
            },
        };
        Self {
            learner,
            mode: options.launch_mode,
            credit: options.credit,
        }
    }

    /// The launch of one activity, after what is stored of it.
    pub(super) fn of(
        &self,
        course: &Course,
        id: scorm_session::ActivityId,
        content: &Content,
        next: Next,
    ) -> Launch {
        let mode = match self.mode {
            LaunchMode::Normal => Some(next.mode),
            LaunchMode::Browse => Some("browse".to_owned()),
            LaunchMode::Review => Some("review".to_owned()),
        };
        let credit = (self.credit == CreditParam::NoCredit).then(|| "no-credit".to_owned());
        let number = |value: Option<f64>| value.map(|value| value.to_string());
        Launch {
            learner: self.learner.clone(),
            mastery_score: content.mastery_score.clone(),
            scaled_passing_score: number(course.scaled_passing_score(id)),
            completion_threshold: number(course.completion_threshold(id)),
            mode,
            credit,
            launch_data: content.launch_data.clone(),
            max_time_allowed: content.max_time_allowed.clone(),
            time_limit_action: content.time_limit_action.clone(),
            prior: next.prior,
            objectives: course.objectives(id),
        }
    }
}

/// What the page needs to answer as the LMS does; none where it answers by the book.
pub(in crate::course) fn boot(profile: &Profile, version: Version) -> Option<LmsBoot> {
    let dialect = profile.dialect(version)?;
    // The page knows shipped profiles: one of the settings answers as its base does.
    let mut shipped = scorm_lms::PROFILES.iter();
    let answers = shipped.find(|it| it.dialect(version).is_some_and(|of| of == dialect))?;
    let (own, other) = match version {
        Version::Scorm12 => ("API", "API_1484_11"),
        Version::Scorm2004 => ("API_1484_11", "API"),
    };
    let api = profile.api.as_ref().map(|api| &api.value);
    let mut names = Vec::new();
    if api.is_none_or(|api| api.versions.is_empty() || api.versions.contains(&version)) {
        names.push(own.to_owned());
    }
    if let Some(api) = api {
        names.extend(api.extra_names.iter().map(ToString::to_string));
    }
    names.retain(|name| name != other);
    let leave = profile.leave.as_ref().map(|leave| &leave.value);
    let has_both = api.is_some_and(|api| api.at_once && api.versions.contains(&version));
    Some(LmsBoot {
        profile: answers.name.to_string(),
        suspend_data: profile.own_suspend_data[version as usize].map(|most| most as u64),
        version: match version {
            Version::Scorm12 => LmsVersion::Scorm12,
            Version::Scorm2004 => LmsVersion::Scorm2004,
        },
        names,
        other: has_both.then(|| other.to_owned()),
        grace_ms: leave.map_or(0, |leave| leave.grace_ms),
        next_sco_ms: leave.map_or(0, |leave| leave.next_sco_ms),
    })
}

/// Whether the LMS has no API object for courses of this version, where the engine answers for it.
pub(in crate::course) fn has_no_api(profile: &Profile, version: Version) -> bool {
    let api = profile.api.as_ref().map(|api| &api.value);
    api.is_some_and(|api| !api.versions.is_empty() && !api.versions.contains(&version))
}

/// How the content's frame looks and ends. `sized` is whether the caller chose the size.
pub(in crate::course) fn frame(profile: &Profile, sized: bool) -> Option<FrameLook> {
    let frame = profile.frame.as_ref().map(|frame| &frame.value);
    let leave = profile.leave.as_ref().map(|leave| leave.value.how);
    if frame.is_none() && leave.is_none() {
        return None;
    }
    let frame = frame.cloned().unwrap_or_default();
    let text = |value: Option<std::borrow::Cow<'static, str>>| value.map(|value| value.to_string());
    Some(FrameLook {
        width: text(frame.width).filter(|_| !sized),
        height: text(frame.height).filter(|_| !sized),
        min_height: frame.min_height.filter(|_| !sized),
        sandbox: text(frame.sandbox),
        allow: text(frame.allow),
        leave: leave.unwrap_or(FrameEnd::AboutBlank).into(),
    })
}

/// Whether the LMS's pages send a permissions policy against `unload`.
pub(in crate::course) fn unload_denied(profile: &Profile) -> bool {
    let frame = profile.frame.as_ref();
    frame.is_some_and(|frame| frame.value.unload_denied)
}

/// The window that the LMS opens for content, where it opens one.
pub(in crate::course) fn window(profile: &Profile) -> Option<ViewportParams> {
    let (width, height) = profile.frame.as_ref()?.value.popup?;
    Some(ViewportParams {
        width: Some(width),
        height: Some(height),
        ..ViewportParams::default()
    })
}

/// Whether content finds its API in a frame's parent, also when the LMS opens a window: then that
/// window holds the LMS's page, and the content a frame in it.
pub(in crate::course) fn plays_in_frame(profile: &Profile) -> bool {
    let api = profile.api.as_ref();
    api.is_some_and(|api| api.value.placement == Placement::Parent)
}

/// Whether a page of another origin holds the LMS's page in a frame. In a person's browser the
/// workbench is such a page, whatever the LMS.
pub(in crate::course) fn is_held(profile: &Profile) -> bool {
    let api = profile.api.as_ref();
    api.is_some_and(|api| api.value.foreign_ancestor)
}
