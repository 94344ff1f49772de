//! What the LMS has stored, beside what the course believes.

use std::collections::BTreeMap;

use greenroom_web::stage::Condition;
use schemars::JsonSchema;
use scorm_lms::{Completion, Record};
use scorm_session::{ApiCall, ApiFunction};
use serde::Serialize;

use super::super::replica::Replica;
use super::server::{Arrived, LmsCourse};

/// The record of one SCO, as the LMS shows it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LmsReport {
    /// The profile
    pub lms: String,
    /// Item that it is the record of
    pub activity: String,
    /// `not attempted`, or the words that are stored
    pub status: String,
    pub score: Option<f64>,
    /// Percent
    pub grade: Option<f64>,
    /// Why it is not what a course may expect
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade_reason: Option<String>,
    /// `not_started`, `incomplete`, `completed`, `passed`, `failed`
    #[schemars(with = "String")]
    pub completion: Completion,
    pub total_time: Option<String>,
    /// Set with success, and not stored
    pub lost: Vec<LostValue>,
    /// Stored with another value
    pub believed_differs: Vec<Differing>,
    pub next_launch: NextLaunch,
    pub stored: BTreeMap<String, String>,
    /// Of other SCOs: status by item
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<String, String>,
}

/// A value that the LMS does not have.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LostValue {
    pub element: String,
    pub value: String,
    pub reason: String,
}

/// A value that the LMS has otherwise.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Differing {
    pub element: String,
    pub believed: String,
    pub stored: String,
    pub reason: String,
}

/// What the learner meets who comes back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NextLaunch {
    pub mode: String,
    /// What a course may not expect then
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
}

impl LmsCourse {
    /// What is stored of the activity that was played last.
    pub fn report(&self, replica: &Replica) -> LmsReport {
        let delivered = replica.delivery.as_ref().map(|it| it.activity.clone());
        let last = || self.last_launched();
        let activity = delivered.or_else(last).unwrap_or_default();
        self.report_of(replica, activity)
    }

    /// What is stored of every activity that was launched, in the order of their launches; of an LMS
    /// that keeps one record for all, that record.
    pub fn reports(&self, replica: &Replica) -> Vec<LmsReport> {
        let launched = self.launched();
        let reports = launched.into_iter();
        reports
            .map(|activity| self.report_of(replica, activity))
            .collect()
    }

    fn report_of(&self, replica: &Replica, activity: String) -> LmsReport {
        let record = self
            .record(&activity)
            .unwrap_or_else(|| Record::new(&self.profile, self.version));
        let believed = believed(&replica.calls, &activity);
        let requests = self.requests();
        let (mut lost, mut believed_differs) = (Vec::new(), Vec::new());
        for found in record.differs(&self.profile, &believed) {
            let (element, value) = (found.element, found.value);
            let mut refused = record.lost.iter();
            let is_refused = refused.any(|it| it.element == element && it.value == value);
            let failed = failure(&requests, &activity, &element, &value);
            let failed = failed.filter(|_| !is_refused);
            let reason = failed.map_or(found.reason, str::to_owned);
            match record.stored.get(&element) {
                Some(stored) if *stored != value => believed_differs.push(Differing {
                    stored: stored.clone(),
                    believed: value,
                    element,
                    reason,
                }),
                _ => lost.push(LostValue {
                    element,
                    value,
                    reason,
                }),
            }
        }
        let grade = record.grade();
        let next = record.next(&self.profile);
        LmsReport {
            lms: self.profile.name.to_string(),
            status: record.status(),
            score: record.score(),
            grade: grade.percent,
            grade_reason: grade.reason,
            completion: record.completion(),
            total_time: record.total_time().map(str::to_owned),
            lost,
            believed_differs,
            next_launch: NextLaunch {
                mode: next.mode,
                reasons: next.reasons,
            },
            others: self.others(&activity),
            stored: record.stored,
            activity,
        }
    }
}

/// What the content set last, and was told to be set.
fn believed(calls: &[ApiCall], activity: &str) -> BTreeMap<String, String> {
    let mut believed = BTreeMap::new();
    for call in calls {
        if call.function() != ApiFunction::SetValue || call.activity != activity {
            continue;
        }
        let told = match &call.lms {
            Some(told) => told.throws.is_none() && told.value.as_deref() == Some("true"),
            None => call.result == "true",
        };
        if let (true, Some(Some(value))) = (told, call.args.get(1)) {
            believed.insert(call.element().to_owned(), value.clone());
        }
    }
    believed
}

/// Why the request failed that carried this value.
fn failure(
    requests: &[Arrived],
    activity: &str,
    element: &str,
    value: &str,
) -> Option<&'static str> {
    let carries = |request: &&Arrived| {
        let mut values = request.values.iter();
        request.activity == activity && values.any(|(name, it)| name == element && it == value)
    };
    match requests.iter().rev().find(carries)?.condition {
        Condition::Ok => None,
        Condition::ServerError => Some("the server answered its save with HTTP 500"),
        Condition::LoginPage => Some("the server answered its save with the login page"),
        Condition::NoConnection => Some("the connection broke before its save arrived"),
    }
}
