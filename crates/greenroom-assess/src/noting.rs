//! What the record of a course that was played says.

use std::collections::BTreeMap;

use greenroom_browser::{ConsoleCategory, ConsoleLevel};
use greenroom_explore::Standing;
use greenroom_stage::course::runtime::Runtime;
use scorm_lms::{Body, JsValue, Kind, Record};
use scorm_session::{ApiCall, ApiFunction, Origin};

use crate::facts::{PageError, Score, Stored, Visit};
use crate::otherwise::Otherwise;
use crate::outage::act_at_stake;
use crate::playing::InLms;

/// Characters of an error that are kept.
const LONGEST_ERROR: usize = 200;
/// Errors that are kept.
const MOST_ERRORS: usize = 20;
/// How requests leave the page that it waits for.
const SYNCHRONOUS: &str = "xhr-sync";

/// What the record of a closed course says; `ends` are the numbers of calls after the launch and each act.
pub(crate) fn noted(runtime: &Runtime, lms: InLms<'_>, ends: &[usize]) -> Visit {
    let places = runtime.call_places();
    let reports = runtime.live.lms_reports();
    runtime.live.read(|replica| {
        let calls = &replica.calls;
        let mut own = calls.iter().filter(|call| call.origin == Origin::Content);
        let initialize = own.find(|call| call.function() == ApiFunction::Initialize);
        let models = replica.engine.data_models();
        let scores = models.iter().map(|(activity, elements)| {
            let score = Score::of(elements);
            (activity.clone(), score)
        });
        let plays_lms = !reports.is_empty();
        let stored = if plays_lms {
            reports.into_iter().map(Stored::from).collect()
        } else {
            stored_by_rules(calls, lms)
        };
        Visit {
            initialized: initialize.map(is_told_true),
            calls: calls
                .iter()
                .filter(|call| call.origin == Origin::Content)
                .count(),
            otherwise: if plays_lms {
                // The engine has the limits of the LMS: what it refuses here it may take by the book.
                let refused = |call: &&ApiCall| call.failed() && !is_told_true(call);
                let mut otherwise = Otherwise::of(calls, &places);
                otherwise.extend(Otherwise::failed(calls, &places, refused));
                otherwise
            } else {
                Otherwise::failed(calls, &places, |call| call.failed())
            },
            astray: if plays_lms {
                let taken = |call: &&ApiCall| call.failed() && is_told_true(call);
                Otherwise::failed(calls, &places, taken)
            } else {
                Vec::new()
            },
            standing: Standing::read(replica),
            scores: scores
                .filter(|(_, score)| score.percent().is_some())
                .collect(),
            times: last_set(calls, |element| element.ends_with("session_time")),
            set_at: set_at(calls, &places),
            at_stake: act_at_stake(calls, ends),
            route: route(calls),
            waits: waits(runtime),
            stored,
            ..Visit::default()
        }
    })
}

/// The elements of requests that the content waited for. That a save is waited for is usual.
fn waits(runtime: &Runtime) -> Vec<String> {
    let requests = runtime.live.lms.as_ref().map(|lms| lms.requests());
    let waited = requests.into_iter().flatten().filter(|request| {
        request.via == SYNCHRONOUS && matches!(request.kind, Kind::Read | Kind::Set)
    });
    let element = |(element, _): (String, String)| element;
    let elements = waited.map(|request| request.values.into_iter().next().map(element));
    elements.map(Option::unwrap_or_default).collect()
}

/// The content's saves of these calls were all answered with "true".
pub(crate) fn saves_are_told_true(calls: &[ApiCall]) -> bool {
    let saves = calls.iter().filter(|call| {
        let saves = matches!(
            call.function(),
            ApiFunction::SetValue | ApiFunction::Commit | ApiFunction::Terminate
        );
        call.origin == Origin::Content && saves
    });
    saves.clone().count() > 0 && saves.clone().all(is_told_true)
}

/// What the content was told.
fn is_told_true(call: &ApiCall) -> bool {
    match &call.lms {
        Some(told) => told.throws.is_none() && told.value.as_deref() == Some("true"),
        None => !call.failed(),
    }
}

/// What the content read as entry.
pub(crate) fn entry(calls: &[ApiCall]) -> Option<String> {
    let read = calls.iter().find(|call| {
        call.function() == ApiFunction::GetValue
            && matches!(call.element(), "cmi.entry" | "cmi.core.entry")
    })?;
    match &read.lms {
        Some(told) => told.value.clone(),
        None => Some(read.result.clone()),
    }
}

/// The records that the rules of a server make of what the course set, where nothing else is known.
fn stored_by_rules(calls: &[ApiCall], lms: InLms<'_>) -> Vec<Stored> {
    if lms.profile.rules(lms.version).is_none() {
        return Vec::new();
    }
    let mut set: BTreeMap<&str, Vec<(String, JsValue)>> = BTreeMap::new();
    for call in calls {
        if call.function() == ApiFunction::SetValue && !call.failed() {
            let value = JsValue::Text(call.value().to_owned());
            let values = set.entry(&call.activity).or_default();
            values.push((call.element().to_owned(), value));
        }
    }
    let records = set.into_iter().map(|(activity, values)| {
        let mut record = Record::new(lms.profile, lms.version);
        record.receive(&Body {
            kind: Kind::Finish,
            values,
            changed: None,
            finished: true,
        });
        Stored::by_rules(activity, &record)
    });
    records.collect()
}

/// The activities whose content called, in their order.
fn route(calls: &[ApiCall]) -> Vec<String> {
    let own = calls.iter().filter(|call| call.origin == Origin::Content);
    let mut route: Vec<String> = own.map(|call| call.activity.clone()).collect();
    route.dedup();
    route
}

/// The last value of such elements, by activity.
fn last_set(calls: &[ApiCall], wanted: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let set = calls.iter().filter(|call| {
        call.function() == ApiFunction::SetValue && is_told_true(call) && wanted(call.element())
    });
    set.map(|call| (call.activity.clone(), call.value().to_owned()))
        .collect()
}

/// Where each element was set last.
fn set_at(calls: &[ApiCall], places: &[Option<String>]) -> BTreeMap<String, String> {
    let placed = calls.iter().zip(places);
    placed
        .filter(|(call, _)| call.function() == ApiFunction::SetValue)
        .filter_map(|(call, place)| Some((call.element().to_owned(), place.clone()?)))
        .collect()
}

/// Errors in the console of the course, most of all those that nobody caught.
pub(crate) fn errors(runtime: &Runtime) -> Vec<PageError> {
    let messages = runtime.console().into_iter();
    let of_scripts = messages.filter(|message| {
        message.level == ConsoleLevel::Error && message.category != ConsoleCategory::Network
    });
    let errors = of_scripts.map(|message| {
        let file = message.source.split_once("/content/").map(|(_, file)| file);
        let file = file.map(|file| file.split(['?', '#']).next().unwrap_or(file));
        PageError {
            text: message.message.chars().take(LONGEST_ERROR).collect(),
            at: file.map(|file| format!("{file}:{}", message.line)),
        }
    });
    errors.take(MOST_ERRORS).collect()
}
