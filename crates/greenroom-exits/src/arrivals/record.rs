//! In the profile of an LMS, it has what its record holds; of what it has not, the reason is told.

use std::collections::BTreeMap;

use greenroom_stage::course::lms::{self, LmsCourse};
use greenroom_stage::course::replica::Replica;
use greenroom_web::stage::Condition;
use scorm_lms::{Kind, LastWords, Phase, Record};
use scorm_session::{ApiCall, ApiFunction, Origin};

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
    for (element, one) in &set.0 {
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
        let reason = reason(lms, &requests, &set, &element, one);
        let reason = reason.or_else(|| told.get(&element).cloned());
        let reason = reason.unwrap_or_else(|| "It did not arrive.".to_owned());
        match stored {
            Some(stored) if requests.carried(&element, one) == Some(Condition::Ok) => {
                arrivals.changed.push(Changed {
                    set: value,
                    stored: stored.clone(),
                    element,
                    reason,
                });
            }
            _ if is_counted(&record, &requests, &element) => {}
            _ => arrivals.missing.push(Missing {
                element,
                value,
                reason,
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
        Some(false) => format!(", and {title} does not send it again"),
        Some(true) => ", and the page was gone before it was sent again".to_owned(),
        None => String::new(),
    };
    match requests.carried(element, one) {
        Some(Condition::Ok) => return None,
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

/// What the content set last, by element.
struct Set(BTreeMap<String, Last>, Vec<(usize, &'static str)>);

/// One value that it set.
struct Last {
    value: String,
    /// Only the beginning of it is known.
    cut: bool,
    bytes: usize,
    phase: Phase,
    /// Its place among the content's calls.
    at: usize,
    /// The LMS refused what the standard takes, with this error.
    refused: Option<String>,
}

impl Last {
    /// The LMS has this value.
    fn is(&self, stored: &str) -> bool {
        stored == self.value || (self.cut && stored.starts_with(&self.value))
    }
}

impl Set {
    /// From the journal, and from what was heard of a page whose last calls are not in it.
    fn of<'a>(known: impl Iterator<Item = &'a ApiCall>, tried: &[Tried]) -> Self {
        let mut set = Self(BTreeMap::new(), Vec::new());
        let mut at = 0;
        for call in known {
            at += 1;
            match call.function() {
                ApiFunction::SetValue if call.result == "true" => {
                    let told = call.lms.as_ref();
                    let answered = told.is_none_or(|told| told.value.as_deref() == Some("true"));
                    let error = told.and_then(|told| told.error.clone());
                    let refused = (!answered).then(|| {
                        error.map_or_else(String::new, |code| format!(" with error {code}"))
                    });
                    let last = Last {
                        value: call.value().to_owned(),
                        cut: false,
                        bytes: call.value().len(),
                        phase: Phase::Normal,
                        at,
                        refused,
                    };
                    set.0.insert(call.element().to_owned(), last);
                }
                ApiFunction::Commit => set.1.push((at, "Commit")),
                ApiFunction::Terminate => set.1.push((at, "Terminate")),
                _ => {}
            }
        }
        for tried in tried {
            at += 1;
            set.hear(tried, at);
        }
        set
    }

    /// The journal knows the value, the witness the event.
    fn hear(&mut self, tried: &Tried, at: usize) {
        match tried.function.as_str() {
            "Commit" => self.1.push((at, "Commit")),
            "Terminate" | "Finish" => self.1.push((at, "Terminate")),
            _ => {}
        }
        let Some((element, value)) = tried.sets() else {
            return;
        };
        let phase = phase(tried.event.as_deref());
        if let Some(last) = self.0.get_mut(element)
            && last.value.starts_with(value)
        {
            (last.phase, last.at) = (phase, at);
            last.bytes = last.bytes.max(tried.bytes);
            return;
        }
        if tried.is_refused() {
            return;
        }
        let last = Last {
            value: value.to_owned(),
            cut: tried.bytes > value.len(),
            bytes: tried.bytes,
            phase,
            at,
            refused: None,
        };
        self.0.insert(element.to_owned(), last);
    }

    fn believed(&self) -> BTreeMap<String, String> {
        let all = self.0.iter();
        all.map(|(element, last)| (element.clone(), last.value.clone()))
            .collect()
    }

    /// Whether such a call came after.
    fn follows(&self, at: usize, call: &str) -> bool {
        self.1
            .iter()
            .any(|(when, name)| *when > at && *name == call)
    }

    fn bytes(&self) -> usize {
        self.0.values().map(|last| last.bytes).sum()
    }
}

fn phase(event: Option<&str>) -> Phase {
    match event {
        Some("beforeunload") => Phase::Beforeunload,
        Some("pagehide") => Phase::Pagehide,
        Some("unload") => Phase::Unload,
        Some("visibilitychange") => Phase::Hidden,
        Some("click") => Phase::Click,
        _ => Phase::Normal,
    }
}

/// The requests that reached the LMS's server, or would have.
struct Requests {
    all: Vec<lms::Arrived>,
    /// The first that came while the course was left.
    leaving: usize,
}

impl Requests {
    fn to(lms: &LmsCourse, activity: &str, before: Before) -> Self {
        let all = lms.requests();
        let later = *lms.arrivals().borrow() - before.requests;
        let leaving = all
            .len()
            .saturating_sub(usize::try_from(later).unwrap_or(usize::MAX));
        let (earlier, later) = all.split_at(leaving);
        let of = |requests: &[lms::Arrived]| -> Vec<lms::Arrived> {
            let own = requests.iter().filter(|one| one.activity == activity);
            own.cloned().collect()
        };
        let mut all = of(earlier);
        let leaving = all.len();
        all.extend(of(later));
        Self { all, leaving }
    }

    fn while_leaving(&self) -> impl Iterator<Item = &lms::Arrived> {
        let later = self.all.iter().skip(self.leaving);
        later.filter(|one| one.condition == Condition::Ok)
    }

    /// An element came while the course was left.
    fn brought(&self, element: &str) -> bool {
        let mut values = self.while_leaving().flat_map(|one| &one.values);
        values.any(|(name, _)| name == element)
    }

    /// What became of the last request that carried this value.
    fn carried(&self, element: &str, one: &Last) -> Option<Condition> {
        let carries = |request: &&lms::Arrived| {
            let mut values = request.values.iter();
            values.any(|(name, value)| name == element && one.is(value))
        };
        self.all.iter().rfind(carries).map(|it| it.condition)
    }

    fn saves(&self) -> Vec<&'static str> {
        let name = |request: &lms::Arrived| match request.kind {
            Kind::Commit => Some("Commit"),
            Kind::Finish => Some("Terminate"),
            Kind::Set => Some("SetValue"),
            Kind::Autosave | Kind::Leave => Some("LMS"),
            Kind::Read | Kind::Housekeeping => None,
        };
        self.while_leaving().filter_map(name).collect()
    }
}
