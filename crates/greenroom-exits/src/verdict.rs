//! What was lost: what an orderly leave brings to the LMS, or the content tried, and did not arrive.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use crate::arrivals::Arrivals;
use crate::cell::Left;
use crate::eavesdropping::{Listener, Tried};
use crate::moment::Moment;
use crate::returning::Return;

/// What became of the learner's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Lost,
    PartlyLost,
    Kept,
    NotApplicable,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::PartlyLost => "partly_lost",
            Self::Kept => "kept",
            Self::NotApplicable => "not_applicable",
        }
    }
}

/// Something that did not arrive.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lost {
    pub kind: LostKind,
    /// The element of the data model; `place` for the page.
    pub what: String,
    /// The value that it should have.
    pub value: Option<String>,
    /// Why the LMS has not got it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LostKind {
    Status,
    Score,
    Data,
    Exit,
    Time,
    Place,
}

/// One way at one moment in one LMS.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    pub way: &'static str,
    pub moment: Moment,
    pub lms: String,
    pub verdict: Verdict,
    /// Why it does not apply.
    pub reason: Option<String>,
    /// The content's calls while it was left.
    pub tried: Vec<Tried>,
    pub arrived: Arrivals,
    pub lost: Vec<Lost>,
    /// Arrived without Commit or Terminate: kept here, and not by every LMS.
    pub uncommitted: Vec<String>,
    pub on_return: Option<Return>,
    /// File and line of the course where it saves what was lost.
    pub line: Option<String>,
    /// What to change there.
    pub fix: Option<String>,
}

/// What an orderly leave brings to the LMS at this moment.
#[derive(Debug, Default)]
pub(crate) struct Orderly {
    expected: BTreeMap<String, String>,
    /// Where the content saves each element, and in which event.
    saved_by: BTreeMap<String, Tried>,
    /// Elements that the LMS refuses however the course is left.
    refused: BTreeSet<String>,
    /// Times and exits that the LMS does not keep however the course is left.
    unkept: BTreeSet<String>,
    /// The status that the learner meets on return.
    status: Option<String>,
}

impl Orderly {
    /// From the leaves in which nothing goes wrong, the most orderly first.
    pub(crate) fn of<'a>(leaves: impl IntoIterator<Item = &'a Left>) -> Self {
        let mut orderly = Self::default();
        for left in leaves {
            let met = left.on_return.as_ref();
            let status = met.and_then(|met| met.status.clone());
            let status = left.arrivals.status.clone().or(status);
            orderly.status = orderly.status.or(status);
            for (element, arrived) in left.arrivals.while_leaving() {
                let value = arrived.value.clone();
                orderly.expected.entry(element.clone()).or_insert(value);
            }
            for one in &left.arrivals.missing {
                if matches!(kind(&one.element), LostKind::Exit | LostKind::Time) {
                    orderly.unkept.insert(one.element.clone());
                }
                // Also what an orderly leave does not bring in this LMS, the course wants to save.
                let value = one.value.clone();
                orderly.expected.entry(one.element.clone()).or_insert(value);
            }
            for tried in &left.tried {
                let Some((element, _)) = tried.sets() else {
                    continue;
                };
                if tried.is_refused() {
                    orderly.refused.insert(element.to_owned());
                } else {
                    let place = orderly.saved_by.entry(element.to_owned());
                    place.or_insert_with(|| tried.clone());
                }
            }
        }
        orderly
    }
}

/// Judges one leave by an orderly one.
pub(crate) fn judge(left: Left, orderly: &Orderly) -> Row {
    if let Some(reason) = left.not_possible {
        return Row {
            verdict: Verdict::NotApplicable,
            reason: Some(reason),
            ..Row::of(left.way, left.moment, &left.lms)
        };
    }
    let (lost, none_arrived) = losses(&left, orderly);
    let mut told: Vec<Lost> = lost
        .into_iter()
        .map(|(element, (value, reason))| Lost {
            kind: kind(&element),
            what: element,
            value: Some(value.chars().take(120).collect()),
            reason,
        })
        .collect();
    if let Some(status) = loses_status(&left, orderly)
        && !told.iter().any(|one| one.kind == LostKind::Status)
    {
        told.push(Lost {
            kind: LostKind::Status,
            what: "status".to_owned(),
            value: Some(status),
            reason: None,
        });
    }
    told.sort_by_key(|one| one.kind);
    let place_is_lost = loses_place(&left);
    if place_is_lost {
        told.push(Lost {
            kind: LostKind::Place,
            what: "place".to_owned(),
            value: Some(left.page.clone()),
            reason: left.on_return.as_ref().and_then(Return::why_elsewhere),
        });
    }
    // Who only loses how long it took, and how it ended, has the work itself.
    let work = |one: &Lost| !matches!(one.kind, LostKind::Exit | LostKind::Time);
    let all_is_lost = none_arrived || left.arrivals.elements.is_empty();
    let verdict = if told.is_empty() {
        Verdict::Kept
    } else if all_is_lost && told.iter().any(work) {
        Verdict::Lost
    } else {
        Verdict::PartlyLost
    };
    let cause = told.iter().find_map(|one| {
        let mut own = left.tried.iter();
        let own = own.rfind(|tried| tried.sets().is_some_and(|(set, _)| set == one.what));
        own.or_else(|| orderly.saved_by.get(&one.what))
    });
    let line = cause.and_then(|tried| handler(tried, &left.listeners));
    let fix = (verdict != Verdict::Kept).then(|| fix(cause, &told));
    Row {
        verdict,
        uncommitted: left.arrivals.uncommitted(),
        tried: left.tried,
        arrived: left.arrivals,
        lost: told,
        on_return: left.on_return,
        line,
        fix,
        ..Row::of(left.way, left.moment, &left.lms)
    }
}

/// Values by element, each with the reason why it is not there.
type Losses = BTreeMap<String, (String, Option<String>)>;

/// What the LMS has not got, and whether it got nothing of what was to be saved.
fn losses(left: &Left, orderly: &Orderly) -> (Losses, bool) {
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

impl Row {
    fn of(way: &'static str, moment: Moment, lms: &str) -> Self {
        Self {
            way,
            moment,
            lms: lms.to_owned(),
            verdict: Verdict::Kept,
            reason: None,
            tried: Vec::new(),
            arrived: Arrivals::default(),
            lost: Vec::new(),
            uncommitted: Vec::new(),
            on_return: None,
            line: None,
            fix: None,
        }
    }
}

/// The learner does not come back to the page that was left. Who is done begins anew, and who went on
/// to another activity left on purpose.
fn loses_place(left: &Left) -> bool {
    const DONE: [&str; 3] = ["completed", "passed", "failed"];
    const STATUSES: [&str; 2] = ["cmi.core.lesson_status", "cmi.completion_status"];
    let status = |element: &&str| left.arrivals.get(element).map(|one| one.value.as_str());
    let done = left.completed
        || STATUSES
            .iter()
            .filter_map(status)
            .any(|one| DONE.contains(&one));
    let moved_on = matches!(left.way, "next_activity" | "menu");
    let elsewhere = left.on_return.as_ref().is_some_and(|one| !one.same_page);
    elsewhere && !done && !moved_on && left.moment != Moment::Start
}

/// The status that an orderly leave ends with and this one does not, also where the LMS made it: in
/// SCORM 1.2 it completes what finishes without a status.
fn loses_status(left: &Left, orderly: &Orderly) -> Option<String> {
    let met = left.on_return.as_ref()?;
    let comparable =
        !met.in_the_same_tab && !matches!(left.way, "own_exit" | "next_activity" | "menu");
    let expected = orderly.status.clone().filter(|_| comparable)?;
    // What an LMS answers to who asks for the status need not be what it has stored.
    let status = left.arrivals.status.as_ref().or(met.status.as_ref());
    (status != Some(&expected)).then_some(expected)
}

/// Where the course registers what saves, else where it saves.
fn handler(tried: &Tried, listeners: &[Listener]) -> Option<String> {
    let mut registered = listeners.iter();
    let registered = registered.find(|one| Some(&one.event) == tried.event.as_ref());
    registered
        .map(|one| one.at.clone())
        .or_else(|| tried.at.clone())
}

fn kind(element: &str) -> LostKind {
    match element {
        "cmi.exit" | "cmi.core.exit" => LostKind::Exit,
        "cmi.session_time" | "cmi.core.session_time" => LostKind::Time,
        "cmi.core.lesson_status" | "cmi.completion_status" | "cmi.success_status" => {
            LostKind::Status
        }
        other if other.contains(".score.") => LostKind::Score,
        _ => LostKind::Data,
    }
}

fn fix(cause: Option<&Tried>, lost: &[Lost]) -> String {
    if lost.iter().all(|one| one.kind == LostKind::Place) {
        return "keep the place (location or suspend_data) when a page is entered, set exit to \
                \"suspend\", and go there when entry is \"resume\""
            .to_owned();
    }
    match cause.and_then(|tried| tried.event.as_deref()) {
        Some(event @ ("unload" | "beforeunload")) => format!(
            "save and Commit when a page is entered or answered; the last save belongs in pagehide, \
             not in {event}"
        ),
        Some(event @ ("pagehide" | "visibilitychange" | "freeze")) => format!(
            "save and Commit when a page is entered or answered, so that {event} has little left to save"
        ),
        _ => "save and Commit as soon as there is something to keep, and look at what Commit \
              answers"
            .to_owned(),
    }
}
