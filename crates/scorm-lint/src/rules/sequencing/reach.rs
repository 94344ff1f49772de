//! Which activities can be delivered at all, judged by what always holds.

use scorm_package::xml::Vocabulary;

use crate::activity::{Activities, Activity};

/// Why an activity can never be delivered, if that is its own fault or its place's; what only
/// follows from its parent is told there.
pub(super) fn own_obstacle(
    activities: &Activities<'_>,
    activity: &Activity<'_>,
) -> Option<&'static str> {
    if activity.always("disabled") {
        return Some("a rule always disables it");
    }
    let limit = activity.setting(Vocabulary::Imsss, "limitConditions", "attemptLimit");
    if limit.is_some_and(|limit| limit.value().trim().parse() == Ok(0_u32)) {
        return Some("its attemptLimit is 0");
    }
    let parent = activities.parent_of(activity)?;
    let (choice, flow) = (parent.control("choice", true), activities.flows(parent));
    if choice == flow && !choice {
        // The parent is reported for that.
        return None;
    }
    let by_choice = choice && !activity.always("hiddenFromChoice");
    let by_flow = flow && !activity.always("skip");
    if !by_choice && !by_flow {
        return Some(if choice {
            "it is always hidden from choice, and nothing flows to it"
        } else {
            "it is always skipped, and it cannot be chosen"
        });
    }
    (!by_choice && activity.is_behind_stop)
        .then_some("an activity before it always stops, and it cannot be chosen")
}

/// Can any leaf below be delivered?
pub(super) fn any_leaf(activities: &Activities<'_>, activity: &Activity<'_>) -> bool {
    if own_obstacle(activities, activity).is_some() {
        return false;
    }
    if activity.is_leaf() {
        return true;
    }
    let enters = activity.control("choice", true) || activities.flows(activity);
    enters
        && activities
            .children_of(activity)
            .any(|child| any_leaf(activities, child))
}
