//! Where the learner stands with the LMS: status, score and place of the course.

use std::collections::{BTreeMap, BTreeSet};

use greenroom_stage::course::replica::Replica;
use greenroom_stdx::now_ms;
use schemars::JsonSchema;
use scorm_session::{
    ActivityKind, ApiCall, ApiFunction, Event, EventKind, LearnerRequest, Origin, Overview,
};
use serde::Serialize;

/// Completed and satisfied.
pub(crate) type Tracked = (Option<bool>, Option<bool>);

/// What the LMS knows at one moment. What the content has reported counts as if it ended now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Standing {
    /// The activity in the frame
    pub activity: Option<String>,
    /// Of the whole course, after rollup
    pub completed: Option<bool>,
    /// Of the whole course, after rollup
    pub satisfied: Option<bool>,
    /// Score of the SCO in the frame: raw, else scaled
    pub score: Option<String>,
    /// Where the SCO in the frame says the learner is
    pub location: Option<String>,
    /// Completed and satisfied by activity
    pub activities: BTreeMap<String, Tracked>,
    /// Some content has set a status itself
    pub reported: bool,
    /// The activities whose content did
    #[serde(skip)]
    pub(crate) own: BTreeSet<String>,
    /// Scores by activity
    pub scores: BTreeMap<String, String>,
    /// The SCO in the frame has kept something to come back to
    #[serde(skip)]
    pub keeps_place: bool,
    /// The elements that it has kept that in
    #[serde(skip)]
    pub(crate) kept_in: Vec<&'static str>,
    /// The content says itself that it is not done yet
    #[serde(skip)]
    pub incomplete: bool,
    /// The LMS gave back what was kept
    #[serde(skip)]
    pub resumed: bool,
    /// The course is over
    pub over: bool,
}

const STATUSES: [&str; 3] = [
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.core.lesson_status",
];
const SCORES: [&str; 3] = ["cmi.score.raw", "cmi.core.score.raw", "cmi.score.scaled"];
const PLACES: [&str; 2] = ["cmi.location", "cmi.core.lesson_location"];
const STATE: &str = "cmi.suspend_data";

impl Standing {
    /// From the record of a course, by the book.
    pub fn read(replica: &Replica) -> Self {
        let overview = if_left(replica);
        let model = replica.engine.data_model();
        let value = |names: &[&str]| {
            names.iter().find_map(|name| {
                let found = model.iter().find(|element| element.element == *name);
                found
                    .and_then(|element| element.value.clone())
                    .filter(|value| !value.is_empty())
            })
        };
        let root = overview.activities.first();
        let reports = replica.calls.iter().filter(|call| sets_status(call));
        let own: BTreeSet<String> = reports.map(|call| call.activity.clone()).collect();
        let models = replica.engine.data_models().into_iter();
        let scores = models.filter_map(|(activity, elements)| {
            let score = SCORES.iter().find_map(|name| {
                let found = elements.iter().find(|element| element.element == *name);
                found?.value.clone().filter(|value| !value.is_empty())
            });
            Some((activity, score?))
        });
        let leaf = |kind| matches!(kind, ActivityKind::Sco | ActivityKind::Asset);
        let leaves = overview.activities.iter().filter(|one| leaf(one.kind));
        let keeping = PLACES.into_iter().chain([STATE]);
        let kept_in: Vec<&str> = keeping.filter(|name| value(&[name]).is_some()).collect();
        Self {
            activity: replica.delivery.as_ref().map(|one| one.activity.clone()),
            completed: root.and_then(|root| root.status.completed),
            satisfied: root.and_then(|root| root.status.satisfied),
            score: value(&SCORES),
            location: value(&PLACES),
            activities: leaves
                .map(|one| {
                    let status = (one.status.completed, one.status.satisfied);
                    (one.identifier.clone(), status)
                })
                .collect(),
            reported: !own.is_empty(),
            own,
            scores: scores.collect(),
            keeps_place: !kept_in.is_empty(),
            kept_in,
            incomplete: value(&STATUSES).as_deref() == Some("incomplete"),
            resumed: value(&["cmi.entry", "cmi.core.entry"]).as_deref() == Some("resume"),
            over: replica.ended.is_some() || replica.departed.is_some(),
        }
    }

    /// The course is completed, by the content's own word.
    pub fn is_completed(&self) -> bool {
        self.reported && self.completed == Some(true)
    }

    pub(crate) fn is_passed(&self) -> bool {
        self.reported && self.satisfied == Some(true)
    }

    /// The course is failed, by the content's own word.
    pub fn is_failed(&self) -> bool {
        self.reported && self.satisfied == Some(false)
    }

    /// An activity is completed, by its content's own word.
    pub(crate) fn has_completed(&self, activity: &str) -> bool {
        let completed = self
            .activities
            .get(activity)
            .and_then(|(completed, _)| *completed);
        self.own.contains(activity) && completed == Some(true)
    }

    /// The number that answers are judged by together.
    pub(crate) fn total(&self) -> Option<f64> {
        let scores = self
            .scores
            .values()
            .filter_map(|score| score.parse::<f64>().ok());
        let scores: Vec<f64> = scores.collect();
        (!scores.is_empty()).then(|| scores.iter().sum())
    }

    /// What is worse than before, in words.
    pub fn losses(&self, after: &Self) -> Vec<String> {
        let mut losses = Vec::new();
        for (activity, score) in &self.scores {
            let now = after.scores.get(activity);
            let number = |text: &String| text.parse::<f64>().ok();
            let lower = now.and_then(number) < number(score);
            if now != Some(score) && lower {
                let now = now.map_or("none", String::as_str);
                losses.push(format!("the score of {activity} was {score}, and is {now}"));
            }
        }
        for activity in &self.own {
            let of = |standing: &Self| {
                standing
                    .activities
                    .get(activity)
                    .copied()
                    .unwrap_or_default()
            };
            let ((completed, satisfied), (completed_now, satisfied_now)) = (of(self), of(after));
            if completed == Some(true) && completed_now != Some(true) {
                losses.push(format!("{activity} was completed, and is not any more"));
            }
            if satisfied == Some(true) && satisfied_now != Some(true) {
                losses.push(format!("{activity} was passed, and is not any more"));
            }
        }
        losses
    }

    /// Whether it has a status that runs look for.
    pub(crate) fn has(&self, status: &str) -> bool {
        match status {
            "completed" => self.is_completed(),
            "passed" => self.is_passed(),
            "failed" => self.is_failed(),
            _ => false,
        }
    }

    /// The status in one word.
    pub fn word(&self) -> &'static str {
        match (self.completed, self.satisfied) {
            _ if !self.reported => "nothing reported",
            (_, Some(true)) => "passed",
            (_, Some(false)) => "failed",
            (Some(true), None) => "completed",
            (Some(false), None) => "incomplete",
            (None, None) => "unknown",
        }
    }

    /// What tells one state from another; places and scores count, times do not.
    pub(crate) fn key(&self) -> u64 {
        let activities = format!("{:?}", self.activities);
        crate::state::hash(&(&self.activity, activities, &self.score, &self.location))
    }
}

/// Every activity as it would be if the learner left the course now.
fn if_left(replica: &Replica) -> Overview {
    let mut engine = replica.engine.clone();
    if replica.ended.is_none() {
        let request = LearnerRequest::ExitAll;
        for kind in [
            EventKind::NavigationRequested { request },
            EventKind::ContentUnloaded,
        ] {
            engine.apply(&Event::new(now_ms(), 0, kind));
        }
    }
    engine.overview()
}

/// The content has set a status other than the one it began with.
fn sets_status(call: &ApiCall) -> bool {
    let begins = matches!(
        call.value(),
        "incomplete" | "unknown" | "not attempted" | "browsed" | ""
    );
    call.function() == ApiFunction::SetValue
        && call.origin == Origin::Content
        && !call.failed()
        && !begins
        && STATUSES.contains(&call.element())
}
