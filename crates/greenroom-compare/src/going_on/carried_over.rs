//! A learner's record of one version, for another: kept by item, as LMSs keep it.

use std::collections::BTreeMap;

use scorm_sequencing::State;
use scorm_session::{ActivityRecord, Course, CourseRecord, Learner, ObjectiveRecord, TreeRecord};

/// The learner with a record for the new version, and what it has no place for.
pub(super) fn carry_over(learner: &Learner, old: &Course, new: &Course) -> (Learner, Vec<String>) {
    let mut learner = learner.clone();
    let Some(record) = learner.courses.remove(&old.key()) else {
        return (learner, Vec::new());
    };
    if old.version != new.version {
        let lost = "the versions of SCORM differ, so no LMS carries anything over".to_owned();
        return (learner, vec![lost]);
    }
    let (record, lost) = for_course(record, new);
    learner.courses.insert(new.key(), record);
    (learner, lost)
}

fn for_course(old: CourseRecord, course: &Course) -> (CourseRecord, Vec<String>) {
    let mut lost = Vec::new();
    let mut tree = TreeRecord::write(&course.tree, &State::new(&course.tree));
    let exists = |identifier: &String| course.tree.find(identifier).is_some();
    // The root stands for the organization, which may be called otherwise.
    let mut root = old.tree.activities.first().cloned();
    let by_name: BTreeMap<&str, &ActivityRecord> = old
        .tree
        .activities
        .iter()
        .map(|activity| (activity.identifier.as_str(), activity))
        .collect();
    for (at, activity) in tree.activities.iter_mut().enumerate() {
        let known = match at {
            0 => root.take(),
            _ => by_name.get(activity.identifier.as_str()).copied().cloned(),
        };
        let Some(known) = known else { continue };
        let mut objectives = known.objectives.clone();
        objectives.resize(activity.objectives.len(), ObjectiveRecord::default());
        *activity = ActivityRecord {
            identifier: activity.identifier.clone(),
            objectives,
            // Places in the old order mean nothing in the new one.
            available_children: None,
            ..known
        };
    }
    tree.attempts_begun = old.tree.attempts_begun;
    tree.current = old.tree.current.clone().filter(exists);
    tree.suspended = old.tree.suspended.clone().filter(exists);
    if let Some(gone) = old.tree.suspended.as_ref().filter(|one| !exists(one)) {
        lost.push(format!(
            "the item `{gone}`, in which the learner was, is gone"
        ));
    }
    if tree.suspended.is_none() {
        for activity in &mut tree.activities {
            activity.active = false;
            activity.suspended = false;
        }
        tree.current = None;
    } else {
        mark_ancestors(&mut tree, course);
    }
    for identifier in old.activities.keys().filter(|one| !exists(one)) {
        if old.tree.suspended.as_ref() != Some(identifier) {
            lost.push(format!(
                "what was done in `{identifier}` is kept for no item"
            ));
        }
    }
    let record = CourseRecord { tree, ..old };
    (record, lost)
}

/// Whatever is around a suspended activity is suspended too, also where it moved to.
fn mark_ancestors(tree: &mut TreeRecord, course: &Course) {
    let mut at = tree
        .suspended
        .as_ref()
        .and_then(|identifier| course.tree.find(identifier));
    while let Some(id) = at {
        if let Some(activity) = tree.activities.get_mut(id.0 as usize) {
            activity.suspended = true;
            activity.attempt_count = activity.attempt_count.max(1);
        }
        at = course.tree.parent(id);
    }
}
