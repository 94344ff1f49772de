//! What did not get to the LMS, and what the learner loses by it.

use std::collections::{BTreeMap, BTreeSet};

use super::Orderly;
use crate::cell::Left;
use crate::eavesdropping::Tried;
use crate::moment::Moment;

/// Values by element, each with the reason why it is not there.
pub(super) type Losses = BTreeMap<String, (String, Option<String>)>;

/// What the LMS has not got, and whether it got nothing of what was to be saved.
pub(super) fn losses(left: &Left, orderly: &Orderly) -> (Losses, bool) {
    let mut wanted: BTreeSet<&str> = orderly.expected.keys().map(String::as_str).collect();
    let mut lost = Losses::new();
    // What is still in the tab that one comes back to is not lost.
    let is_still_there = left
        .on_return
        .as_ref()
        .is_some_and(|one| one.in_the_same_tab && one.same_page);
    for (element, value) in orderly.expected.iter().filter(|_| !is_still_there) {
        let arrived = left.arrivals.get(element);
        let is_there = arrived.is_some_and(|one| one.while_leaving || one.value == *value);
        if !is_there {
            let reason = not_tried(left, orderly, element);
            lost.insert(element.clone(), (value.clone(), reason));
        }
    }
    if left.arrivals.status.is_none() {
        let last_tries: BTreeMap<&str, &str> = left.tried.iter().filter_map(Tried::sets).collect();
        for (element, value) in last_tries {
            let arrived = left.arrivals.get(element);
            // What is heard of a long value is its beginning.
            let is_there = arrived.is_some_and(|one| one.value.starts_with(value));
            if !is_there && !orderly.refused.contains(element) {
                lost.insert(element.to_owned(), (value.to_owned(), None));
            }
            wanted.insert(element);
        }
    } else {
        for one in left.arrivals.missing.iter().filter(|_| !is_still_there) {
            let why = Some(one.reason.clone());
            lost.insert(one.element.clone(), (one.value.clone(), why));
            wanted.insert(&one.element);
        }
        let arrived = left.arrivals.while_leaving();
        wanted.extend(arrived.map(|(element, _)| element.as_str()));
        lost.retain(|element, _| !orderly.unkept.contains(element));
        wanted.retain(|element| !orderly.unkept.contains(*element));
    }
    let none_arrived = !lost.is_empty() && wanted.iter().all(|one| lost.contains_key(*one));
    (lost, none_arrived)
}

/// Why an element did not come that the content did not even set.
fn not_tried(left: &Left, orderly: &Orderly, element: &str) -> Option<String> {
    let is_it = |tried: &Tried| tried.sets().is_some_and(|(set, _)| set == element);
    if left.tried.iter().any(is_it) {
        return None;
    }
    let event = orderly.saved_by.get(element)?.event.as_deref()?;
    let ends = matches!(
        event,
        "unload" | "beforeunload" | "pagehide" | "visibilitychange" | "freeze"
    );
    ends.then(|| format!("The course sets it in {event}, which it did not do here."))
}

/// The learner does not come back to the page that was left. Who is done begins anew, and who went on
/// to another activity left on purpose.
pub(super) fn loses_place(left: &Left) -> bool {
    const DONE: [&str; 3] = ["completed", "passed", "failed"];
    const STATUSES: [&str; 2] = ["cmi.core.lesson_status", "cmi.completion_status"];
    let status = |element: &&str| left.arrivals.get(element).map(|one| one.value.as_str());
    // Also where the LMS made the status: in SCORM 1.2 it completes what finishes without one.
    let met = left.on_return.as_ref().and_then(|one| one.status.as_ref());
    let stored = left.arrivals.status.as_ref().or(met);
    let words = stored.map_or("", String::as_str).split([' ', ',']);
    let done = left.completed
        || STATUSES
            .iter()
            .filter_map(status)
            .chain(words)
            .any(|one| DONE.contains(&one));
    let moved_on = matches!(left.way, "next_activity" | "menu");
    let elsewhere = left.on_return.as_ref().is_some_and(|one| !one.same_page);
    elsewhere && !done && !moved_on && left.moment != Moment::Start
}

/// The status that an orderly leave ends with and this one does not, also where the LMS made it: in
/// SCORM 1.2 it completes what finishes without a status.
pub(super) fn loses_status(left: &Left, orderly: &Orderly) -> Option<String> {
    let met = left.on_return.as_ref()?;
    let comparable =
        !met.in_the_same_tab && !matches!(left.way, "own_exit" | "next_activity" | "menu");
    let expected = orderly.status.clone().filter(|_| comparable)?;
    // What an LMS answers to who asks for the status need not be what it has stored.
    let status = left.arrivals.status.as_ref().or(met.status.as_ref());
    (status != Some(&expected)).then_some(expected)
}
