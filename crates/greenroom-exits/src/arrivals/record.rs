//! In the profile of an LMS, it has what its record holds; of what it has not, the reason is told.

use std::collections::BTreeMap;

use greenroom_stage::course::lms::LmsCourse;
use greenroom_stage::course::replica::Replica;
use greenroom_web::stage::Condition;
use scorm_lms::{LastWords, Record};
use scorm_session::Origin;

use super::requests::Requests;
use super::wanted::{Last, Set};
use super::{Arrivals, Arrived, Before, Changed, Missing};
use crate::eavesdropping::Tried;

/// What the LMS has of an activity.
pub(super) fn arrivals(
    lms: &LmsCourse,
    replica: &Replica,
    activity: &str,
    before: Before,
    tried: &[Tried],
) -> Arrivals {
    let record = lms.record_of(activity);
    let known = replica.calls.iter();
    let known = known.filter(|call| call.origin == Origin::Content && call.activity == activity);
    let set = Set::of(known, tried);
    let requests = Requests::to(lms, activity, before);
    let wanted = set.believed();
    let told: BTreeMap<String, String> = record
        .differs(lms.profile(), &wanted)
        .into_iter()
        .map(|found| (found.element, found.reason))
        .collect();
    let mut arrivals = Arrivals {
        status: Some(record.status()),
        saves: requests.saves(),
        ..Arrivals::default()
    };
    for (element, one) in &set.values {
        let stored = record.stored.get(element);
        if let Some(value) = stored {
            let arrived = Arrived {
                value: value.clone(),
                while_leaving: requests.brought(element),
                committed: true,
            };
            arrivals.elements.insert(element.clone(), arrived);
        }
        let is_there = stored.is_some_and(|stored| one.is(stored));
        if is_there || (one.value.is_empty() && stored.is_none()) {
            continue;
        }
        let (element, value) = (element.clone(), one.value.clone());
        let own = reason(lms, &record, &requests, &set, &element, one);
        let carried = requests.carried(&element, one) == Some(Condition::Ok);
        let never_kept = record.has_erased(&element)
            || lms
                .profile()
                .never_keeps(lms.version(), &element, &one.value);
        let not_taken = stored.is_none() && carried;
        let reason = own.or_else(|| told.get(&element).cloned());
        let reason = reason.unwrap_or_else(|| "It did not arrive.".to_owned());
        match stored {
            Some(stored) if carried => {
                arrivals.changed.push(Changed {
                    set: value,
                    stored: stored.clone(),
                    element,
                    reason,
                });
            }
            _ if is_counted(&record, &requests, &element) => {
                let arrived = Arrived {
                    value,
                    while_leaving: true,
                    committed: true,
                };
                arrivals.elements.insert(element, arrived);
            }
            _ => arrivals.missing.push(Missing {
                element,
                value,
                reason,
                never_kept,
                not_taken,
            }),
        }
    }
    arrivals
}

/// The time of a session is kept in the total.
fn is_counted(record: &Record, requests: &Requests, element: &str) -> bool {
    let version = record.version();
    element == version.session_time_element() && requests.brought(version.total_time_element())
}

/// Why the LMS has not what the content set; none where its record knows better.
fn reason(
    lms: &LmsCourse,
    record: &Record,
    requests: &Requests,
    set: &Set,
    element: &str,
    one: &Last,
) -> Option<String> {
    let (profile, version) = (lms.profile(), lms.version());
    let title = &profile.title;
    if let Some(error) = &one.refused {
        return Some(format!("{title} refused it{error}."));
    }
    let again = profile.sends_again(version);
    let again = match again {
        Some(false) => ", and it is not sent again".to_owned(),
        Some(true) => ", and the page was gone before it was sent again".to_owned(),
        None => String::new(),
    };
    // The time of a session may travel as a new total.
    let total = (element == version.session_time_element()).then_some(version.total_time_element());
    let in_total = || requests.last_with(total?);
    match requests.carried(element, one).or_else(in_total) {
        Some(Condition::Ok) => return None,
        // The server took nothing of it, and the record knows why.
        Some(Condition::ServerError) if record.lost.iter().any(|it| it.element == element) => {
            return None;
        }
        Some(Condition::ServerError) => {
            return Some(format!(
                "The server answered its save with HTTP 500{again}."
            ));
        }
        Some(Condition::LoginPage) => {
            let taken = profile.takes_login_page(version) == Some(true);
            let told = if taken {
                format!("which {title} takes for success")
            } else {
                "so that the save failed".to_owned()
            };
            return Some(format!(
                "The server answered its save with the login page, {told}{again}."
            ));
        }
        Some(Condition::NoConnection) => {
            return Some(format!(
                "The connection broke while its save was under way{again}."
            ));
        }
        None => {}
    }
    let words = LastWords {
        phase: one.phase,
        committed: set.follows(one.at, "Commit"),
        finished: set.follows(one.at, "Terminate"),
        bytes: set.bytes(),
    };
    profile.why_lost(version, element, words)
}
