//! The server of the LMS that a course is played in: what arrives is folded into its records.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use greenroom_stdx::IgnorePoison as _;
use greenroom_web::stage::{Arrival, Condition, LmsLaunch, LmsServer};
use scorm_lms::{Body, Kind, Launch, Profile, Record, Version};
use scorm_session::Course;
use serde_json::json;
use tokio::sync::watch;

use super::keeping::RecordFiles;
use super::launching::LaunchFacts;

/// How many requests are remembered one by one.
const MOST_REQUESTS: usize = 1000;
/// The number of launches that a session may have; content that reloads its player would go on.
const MOST_LAUNCHES: usize = 10_000;

/// The records of a learner, by activity; one for all where the LMS keeps one per package.
pub(super) type Records = BTreeMap<String, Record>;

/// What can be wrong with the LMS while a course plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LmsFault {
    /// Every save is answered with HTTP 500.
    ServerError,
    /// Every save is answered with the login page.
    LoginPage,
    /// No save reaches the server.
    NoConnection,
    /// Every answer takes this many milliseconds longer.
    Latency(u32),
    /// The learner's session has timed out: the login page from now on.
    SessionTimedOut,
}

/// A request that arrived, or would have.
#[derive(Clone, Debug)]
pub struct Arrived {
    pub activity: String,
    pub launch: u32,
    pub request: u32,
    pub via: String,
    pub kind: Kind,
    pub values: Vec<(String, String)>,
    pub condition: Condition,
}

/// The LMS of one session.
#[derive(Debug)]
pub struct LmsCourse {
    pub(super) profile: Arc<Profile>,
    pub(super) version: Version,
    course: Arc<Course>,
    facts: LaunchFacts,
    pub(super) files: RecordFiles,
    state: Mutex<State>,
    /// Counts what arrived, for those who wait for it.
    pub(super) arrived: watch::Sender<u64>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) records: Records,
    /// The activities of the launches so far.
    launches: Vec<String>,
    condition: Condition,
    latency: Duration,
    pub(super) requests: Vec<Arrived>,
    /// Of the calls of the session, where the engine answers.
    pub(super) taken_in: usize,
}

impl State {
    /// Keeps a request among the latest ones.
    pub(super) fn remember(&mut self, request: Arrived) {
        if self.requests.len() >= MOST_REQUESTS {
            self.requests.remove(0);
        }
        self.requests.push(request);
    }
}

impl LmsCourse {
    pub(in crate::course) fn new(
        profile: Profile,
        version: Version,
        course: Arc<Course>,
        facts: LaunchFacts,
        files: RecordFiles,
        records: Records,
    ) -> Self {
        Self {
            profile: Arc::new(profile),
            version,
            course,
            facts,
            files,
            state: Mutex::new(State {
                records,
                launches: Vec::new(),
                condition: Condition::Ok,
                latency: Duration::ZERO,
                requests: Vec::new(),
                taken_in: 0,
            }),
            arrived: watch::Sender::new(0),
        }
    }

    /// What is called so in settings.
    pub fn name(&self) -> &str {
        &self.profile.name
    }

    /// Sets what is wrong with the LMS from now on; `None` makes everything well again.
    pub fn set_fault(&self, fault: Option<LmsFault>) {
        let mut state = self.state();
        match fault {
            None => {
                state.condition = Condition::Ok;
                state.latency = Duration::ZERO;
            }
            Some(LmsFault::ServerError) => state.condition = Condition::ServerError,
            Some(LmsFault::LoginPage | LmsFault::SessionTimedOut) => {
                state.condition = Condition::LoginPage;
            }
            Some(LmsFault::NoConnection) => state.condition = Condition::NoConnection,
            Some(LmsFault::Latency(ms)) => state.latency = Duration::from_millis(ms.into()),
        }
    }

    /// The number of requests so far, and when it changes.
    pub fn arrivals(&self) -> watch::Receiver<u64> {
        self.arrived.subscribe()
    }

    /// The requests so far, the oldest first; of very many the latest.
    pub fn requests(&self) -> Vec<Arrived> {
        self.state().requests.clone()
    }

    /// The record of an activity; none if nothing of it was launched or stored.
    pub fn record(&self, activity: &str) -> Option<Record> {
        let key = self.key(activity);
        self.state().records.get(key).cloned()
    }

    /// As [`LmsCourse::record`]; an empty one if there is none.
    pub fn record_of(&self, activity: &str) -> Record {
        let record = self.record(activity);
        record.unwrap_or_else(|| Record::new(&self.profile, self.version))
    }

    /// The records of all activities that were launched or are stored.
    pub fn records(&self) -> BTreeMap<String, Record> {
        self.state().records.clone()
    }

    /// What is known of the LMS.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The version that it plays the course as.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The activity of the latest launch.
    pub(super) fn last_launched(&self) -> Option<String> {
        let state = self.state();
        let saved = || state.requests.last().map(|request| &request.activity);
        state.launches.last().or_else(saved).cloned()
    }

    /// The activities that were launched, each once; the latest where all share one record.
    pub(super) fn launched(&self) -> Vec<String> {
        let mut launched: Vec<String> = Vec::new();
        for activity in &self.state().launches {
            if !launched.contains(activity) {
                launched.push(activity.clone());
            }
        }
        let shared = launched.first().is_some_and(|one| self.key(one).is_empty());
        if shared {
            launched.drain(..launched.len() - 1);
        }
        launched
    }

    /// The statuses of other activities.
    pub(super) fn others(&self, activity: &str) -> BTreeMap<String, String> {
        let own = self.key(activity);
        let state = self.state();
        let others = state.records.iter().filter(|(name, _)| *name != own);
        others
            .map(|(name, record)| (name.clone(), record.status()))
            .collect()
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().ignore_poison()
    }

    /// Under which name an activity's record is kept.
    pub(super) fn key<'a>(&self, activity: &'a str) -> &'a str {
        let sequencing = self.profile.sequencing.as_ref();
        if sequencing.is_some_and(|sequencing| sequencing.value.shared_data) {
            ""
        } else {
            activity
        }
    }
}

impl LmsCourse {
    /// What an activity is launched with that has no record yet.
    pub(super) fn launch_of(&self, activity: &str) -> Option<Launch> {
        let id = self.course.tree.find(activity)?;
        let content = self.course.content(id)?;
        let record = Record::new(&self.profile, self.version);
        let next = record.next(&self.profile);
        Some(self.facts.of(&self.course, id, content, next))
    }
}

impl LmsServer for LmsCourse {
    fn launch(&self, activity: &str) -> Option<LmsLaunch> {
        let id = self.course.tree.find(activity)?;
        let content = self.course.content(id)?;
        let mut state = self.state();
        if state.launches.len() >= MOST_LAUNCHES {
            return None;
        }
        state.launches.push(activity.to_owned());
        let number = state.launches.len() as u32;
        let record = state
            .records
            .entry(self.key(activity).to_owned())
            .or_insert_with(|| Record::new(&self.profile, self.version));
        let launch = self
            .facts
            .of(&self.course, id, content, record.next(&self.profile));
        record.launched(&launch);
        Some(LmsLaunch {
            number,
            launch: json!(launch),
        })
    }

    fn closes_connections(&self) -> bool {
        let transport = self.profile.transport.as_ref();
        transport.is_some_and(|it| it.value.race)
    }

    fn arrived(&self, arrival: Arrival) -> (Condition, Duration) {
        let mut state = self.state();
        let (mut condition, latency) = (state.condition, state.latency);
        let Ok(body) = serde_json::from_slice::<Body>(&arrival.body) else {
            return (Condition::ServerError, latency);
        };
        let index = (arrival.launch as usize).wrapping_sub(1);
        let Some(activity) = state.launches.get(index).cloned() else {
            return (Condition::ServerError, latency);
        };
        if condition == Condition::Ok
            && let Some(record) = state.records.get_mut(self.key(&activity))
        {
            // Of a save that the server cannot take nothing is kept.
            if !record.receive(&body) {
                condition = Condition::ServerError;
            }
        }
        let text =
            |(element, value): &(String, scorm_lms::JsValue)| (element.clone(), value.to_text());
        state.remember(Arrived {
            activity,
            launch: arrival.launch,
            request: arrival.request,
            via: arrival.via,
            kind: body.kind,
            values: body.values.iter().map(text).collect(),
            condition,
        });
        self.files.write(&state.records);
        drop(state);
        self.arrived.send_modify(|count| *count += 1);
        (condition, latency)
    }
}
