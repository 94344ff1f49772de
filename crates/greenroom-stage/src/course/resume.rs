//! Whether a course goes on where it was left. Four conditions must hold: there is a saved state,
//! the content left with exit `suspend`, it saved a location, and nobody asked for a new attempt.

use std::sync::Arc;

use greenroom_store::saved_state::SavedState;
use schemars::JsonSchema;
use scorm_session::{Course, CourseRecord, Event, EventKind, Launch, Learner, Opening, Session};
use serde::Serialize;

use super::saved_record;

/// What became of the saved state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Resume {
    pub resumed: bool,
    /// `resumed`, or the first condition that failed
    pub reason: &'static str,
    pub conditions: Conditions,
    /// What cmi.entry says: `resume` or `ab-initio`
    pub entry: &'static str,
    /// When the state was saved
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_at: Option<u64>,
    /// Session that saved it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_from: Option<String>,
    /// An unfinished journal was brought in first
    pub recovered: bool,
    /// What to do to resume all the same
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The four conditions, one by one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Conditions {
    pub file_exists: bool,
    pub exit_suspend: bool,
    pub location_present: bool,
    pub not_forced_new: bool,
}

/// What the caller asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish<'a> {
    pub(super) new_attempt: bool,
    pub(super) without_location: bool,
    /// There is a saved state, whether it is taken or not.
    pub(super) file_exists: bool,
    /// The saved state under the course's name belongs to another one.
    pub(super) of_another_course: bool,
    /// The item to begin with, instead of where the course was left.
    pub(super) activity: Option<&'a str>,
}

/// How the course begins.
#[derive(Debug)]
pub(super) struct Beginning {
    pub(super) resume: Resume,
    pub(super) launch: Launch,
}

/// Decides, and puts what is restored into the learner's record in `opening`.
pub(super) fn decide(
    saved: Option<&SavedState>,
    opening: &mut Opening,
    course: &Arc<Course>,
    wish: Wish<'_>,
    recovered: bool,
) -> Beginning {
    let file_exists = saved.is_some() || wish.file_exists;
    let core = saved
        .map(|saved| delivered_core_data(saved, wish.activity))
        .unwrap_or_default();
    let text = |names: [&str; 2]| {
        names
            .iter()
            .find_map(|name| core.get(*name).cloned().flatten())
            .unwrap_or_default()
    };
    let conditions = Conditions {
        file_exists,
        exit_suspend: text(["cmi.exit", "cmi.core.exit"]) == "suspend",
        location_present: !text(["cmi.location", "cmi.core.lesson_location"]).is_empty(),
        not_forced_new: !wish.new_attempt,
    };
    let gone = match saved {
        Some(saved) if !wish.new_attempt => missing_activity(saved, course),
        _ => None,
    };
    let reason = match &conditions {
        Conditions {
            not_forced_new: false,
            ..
        } => "new_attempt",
        _ if saved.is_none() && wish.of_another_course => "other_course",
        _ if saved.is_none() => "no_saved_data",
        _ if gone.is_some() => "activity_gone",
        Conditions {
            exit_suspend: false,
            ..
        } => "exit_not_suspend",
        Conditions {
            location_present: false,
            ..
        } if !wish.without_location => "location_empty",
        _ => "resumed",
    };
    let resumed = reason == "resumed";
    let left_aside = text(["cmi.suspend_data", ""]).chars().count();
    let hint = hint(reason, left_aside, gone.as_deref());
    let meta = saved.and_then(|saved| saved.meta.clone());
    let launch = match saved {
        Some(saved) if !wish.new_attempt && gone.is_none() => {
            restore(saved, opening, course, resumed)
        }
        _ => Launch::Start,
    };
    let resume = Resume {
        resumed,
        reason,
        conditions,
        entry: if resumed { "resume" } else { "ab-initio" },
        saved_at: meta.as_ref().map(|meta| meta.saved_at),
        saved_from: meta.and_then(|meta| meta.session_id),
        recovered,
        hint,
    };
    Beginning { resume, launch }
}

/// Why the course was not resumed and how it would be, where that is not what was asked for.
fn hint(reason: &str, left_aside: usize, gone: Option<&str>) -> Option<String> {
    match reason {
        "location_empty" if left_aside > 0 => Some(format!(
            "the course saved no location; {left_aside} characters of suspend_data were left aside; \
             `allow_resume_without_location: true` takes them"
        )),
        "other_course" => Some(
            "the saved state under this identifier belongs to another package, and stays there; \
             `saved_state: PATH` takes it all the same"
                .to_owned(),
        ),
        "activity_gone" => Some(format!(
            "the saved state stands at item `{}`, which the course no longer has; it starts anew",
            gone.unwrap_or_default()
        )),
        _ => None,
    }
}

/// The item that a resumed course would have to deliver, if it is no item of the course.
fn missing_activity(saved: &SavedState, course: &Course) -> Option<String> {
    let suspended = saved.sequencing.as_ref().filter(|it| it.suspended);
    let wanted = suspended
        .and_then(|sequencing| sequencing.suspended_activity.clone())
        .or_else(|| saved.meta.as_ref()?.current_activity.clone())?;
    let is_there = course.tree.ids().any(|id| course.identifier(id) == wanted);
    (!is_there).then_some(wanted)
}

/// The data of the SCO that a resumed course would deliver.
fn delivered_core_data(
    saved: &SavedState,
    activity: Option<&str>,
) -> std::collections::BTreeMap<String, Option<String>> {
    if let Some(activity) = activity {
        let sco = saved.scos.get(activity);
        return sco.map(|sco| sco.core_data.clone()).unwrap_or_default();
    }
    saved
        .sequencing
        .as_ref()
        .filter(|sequencing| sequencing.suspended)
        .and_then(|sequencing| saved.scos.get(sequencing.suspended_activity.as_deref()?))
        .map_or_else(|| saved.core_data.clone(), |sco| sco.core_data.clone())
}

/// Puts the saved record into the opening and says how to launch with it.
fn restore(
    saved: &SavedState,
    opening: &mut Opening,
    course: &Arc<Course>,
    resumed: bool,
) -> Launch {
    let order: Vec<String> = course
        .tree
        .ids()
        .map(|id| course.identifier(id).to_owned())
        .collect();
    let launchable: Vec<&str> = course
        .tree
        .ids()
        .filter(|id| course.content(*id).is_some())
        .map(|id| course.identifier(id))
        .collect();
    let first = launchable.first().copied();
    let suspended = saved
        .sequencing
        .as_ref()
        .is_some_and(|sequencing| sequencing.suspended);
    let single = launchable.len() == 1;
    if !(resumed || suspended && !single) {
        return Launch::Start;
    }
    let mut record = saved_record::read(saved, course.version, &order, first);
    if !suspended {
        // The content ended by itself and left its data to be resumed: the tree is as a visit
        // that was suspended would have left it.
        record.tree = suspended_first_visit(opening, course).tree;
    }
    if course.tree.objectives_global_to_system {
        opening.learner.objectives.clone_from(&record.objectives);
    }
    if course.shared_data_global_to_system {
        opening.learner.shared_data.clone_from(&record.shared_data);
    }
    opening.learner.courses.insert(course.key(), record);
    Launch::Resume {
        fresh_data: !resumed,
    }
}

/// The record that a course leaves when it is started and closed at once.
fn suspended_first_visit(opening: &Opening, course: &Arc<Course>) -> CourseRecord {
    let learner = Learner::new(&opening.learner.id, &opening.learner.name);
    let mut session = Session::new(Arc::clone(course), learner, opening.options.clone());
    for kind in [
        EventKind::Launched {
            launch: Launch::Start,
        },
        EventKind::ContentLoaded,
        EventKind::CloseRequested,
        EventKind::ContentUnloaded,
    ] {
        session.apply(&Event::new(0, 0, kind));
    }
    let mut courses = session.into_learner().courses;
    courses.remove(&course.key()).unwrap_or_default()
}
