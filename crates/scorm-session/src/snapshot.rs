//! The whole state of a session as text, and back.
//!
//! Taking a snapshot, restoring it and taking another gives the same text.

use std::collections::BTreeMap;
use std::sync::Arc;

use scorm_runtime::Api;
use scorm_sequencing::{ActivityTree, NavigationRequest, Sequencer};
use serde::{Deserialize, Serialize};

use crate::course::Course;
use crate::learner::{CourseRecord, Learner};
use crate::options::Options;
use crate::runtime_record::RuntimeRecord;
use crate::session::{Content, Pending, Phase, Session};
use crate::tree_record::{ObjectiveRecords, TreeRecord, read_objectives, write_objectives};

/// The version written into new snapshots.
const SNAPSHOT_FORMAT: u16 = 1;

/// Why a snapshot cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestoreFault {
    /// It is not a snapshot.
    Unreadable(String),
    /// It has a format that this version does not know.
    UnknownFormat(u16),
    /// It was taken of another course, or of another version of this one.
    OtherCourse,
}

impl std::fmt::Display for RestoreFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(fault) => write!(f, "this is not a snapshot: {fault}"),
            Self::UnknownFormat(format) => write!(f, "snapshot format {format} is unknown"),
            Self::OtherCourse => f.write_str("the snapshot belongs to another course"),
        }
    }
}

impl std::error::Error for RestoreFault {}

/// What a snapshot holds, as it is written: of what can be large, nothing is copied.
#[derive(Serialize)]
struct SessionView<'a> {
    format: u16,
    course: String,
    learner: &'a Learner,
    tree: TreeRecord,
    objectives: ObjectiveRecords,
    shared_data: &'a BTreeMap<String, String>,
    activities: &'a BTreeMap<String, RuntimeRecord>,
    phase: PhaseRecord,
    next: Option<NextRecord>,
    pending: Option<PendingRecord>,
    deliveries: u32,
    content: Option<ContentHead<'a>>,
}

#[derive(Serialize)]
struct ContentHead<'a> {
    activity: &'a str,
    initialized_at: Option<u64>,
}

/// What a snapshot holds, as it is read.
#[derive(Deserialize)]
struct SessionRecord {
    format: u16,
    course: String,
    learner: Learner,
    tree: TreeRecord,
    objectives: ObjectiveRecords,
    shared_data: BTreeMap<String, String>,
    activities: BTreeMap<String, RuntimeRecord>,
    phase: PhaseRecord,
    content: Option<ContentRecord>,
    next: Option<NextRecord>,
    pending: Option<PendingRecord>,
    deliveries: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseRecord {
    NotStarted,
    Open,
    Ended,
    Suspended,
}

#[derive(Deserialize)]
struct ContentRecord {
    activity: String,
    api: scorm_runtime::Snapshot,
    before_initialize: Option<scorm_runtime::Snapshot>,
    initialized_at: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct NextRecord {
    activity: String,
    resumed: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PendingRecord {
    /// In the words of `adl.nav.request`.
    Navigation(String),
    Close,
    Reset,
}

impl Session {
    /// The whole state as JSON text.
    pub fn snapshot_json(&self) -> String {
        let mut text = json(&self.view());
        if let Some(content) = &self.content {
            // The text ends with the head of the content. What follows is nearly all of it.
            text.truncate(text.len().saturating_sub("}}".len()));
            if let Some(early) = &content.before_initialize {
                text.push_str(",\"before_initialize\":");
                push_api(&mut text, early);
            }
            text.push_str(",\"api\":");
            push_api(&mut text, &content.api);
            text.push_str("}}");
        }
        text
    }

    /// A session in the state of a snapshot.
    pub fn restore(
        course: Arc<Course>,
        options: Options,
        snapshot: &str,
    ) -> Result<Self, RestoreFault> {
        let record: SessionRecord = serde_json::from_str(snapshot)
            .map_err(|fault| RestoreFault::Unreadable(fault.to_string()))?;
        if record.format != SNAPSHOT_FORMAT {
            return Err(RestoreFault::UnknownFormat(record.format));
        }
        if record.course != course.key() {
            return Err(RestoreFault::OtherCourse);
        }
        Self::from_record(record, course, options).ok_or(RestoreFault::OtherCourse)
    }

    /// The learner's record, with what this course leaves in it.
    pub fn learner(&self) -> Learner {
        self.clone().into_learner()
    }

    /// As [`Session::learner`], for a session that is over.
    pub fn into_learner(mut self) -> Learner {
        let tree = &self.course.tree;
        let snapshot = self.sequencer.snapshot();
        let objectives = write_objectives(&snapshot.globals);
        let mut record = CourseRecord {
            tree: TreeRecord::write(tree, &snapshot.state),
            objectives: ObjectiveRecords::new(),
            shared_data: self.shared_data,
            activities: self.records,
        };
        if tree.objectives_global_to_system {
            self.learner.objectives.extend(objectives);
        } else {
            record.objectives = objectives;
        }
        self.learner.courses.insert(self.course.key(), record);
        self.learner
    }

    fn view(&self) -> SessionView<'_> {
        let snapshot = self.sequencer.snapshot();
        SessionView {
            format: SNAPSHOT_FORMAT,
            course: self.course.key(),
            learner: &self.learner,
            tree: TreeRecord::write(&self.course.tree, &snapshot.state),
            objectives: write_objectives(&snapshot.globals),
            shared_data: &self.shared_data,
            activities: &self.records,
            phase: match self.phase {
                Phase::NotStarted => PhaseRecord::NotStarted,
                Phase::Open => PhaseRecord::Open,
                Phase::Ended { suspended: false } => PhaseRecord::Ended,
                Phase::Ended { suspended: true } => PhaseRecord::Suspended,
            },
            next: self.next.map(|delivery| NextRecord {
                activity: self.course.identifier(delivery.activity).to_owned(),
                resumed: delivery.resumed,
            }),
            pending: self.pending.map(|pending| match pending {
                Pending::Navigation(request) => PendingRecord::Navigation(self.shown(request)),
                Pending::Close => PendingRecord::Close,
                Pending::Reset => PendingRecord::Reset,
            }),
            deliveries: self.deliveries,
            content: self.content.as_ref().map(|content| ContentHead {
                activity: self.course.identifier(content.activity),
                initialized_at: content.initialized_at,
            }),
        }
    }

    fn from_record(record: SessionRecord, course: Arc<Course>, options: Options) -> Option<Self> {
        let tree: &ActivityTree = &course.tree;
        let mut sequencer = Sequencer::new(Arc::clone(&course.tree));
        sequencer.set_tracing(options.trace);
        let snapshot = scorm_sequencing::Snapshot {
            state: record.tree.read(tree)?,
            globals: read_objectives(&record.objectives),
        };
        sequencer.restore(snapshot).ok()?;
        let content = match record.content {
            None => None,
            Some(content) => Some(Content {
                activity: tree.find(&content.activity)?,
                api: Api::restore(&content.api),
                before_initialize: content.before_initialize.as_ref().map(Api::restore),
                initialized_at: content.initialized_at,
            }),
        };
        let next = match record.next {
            None => None,
            Some(next) => Some(scorm_sequencing::Delivery {
                activity: tree.find(&next.activity)?,
                resumed: next.resumed,
            }),
        };
        let pending = match record.pending {
            None => None,
            Some(PendingRecord::Navigation(request)) => Some(Pending::Navigation(
                NavigationRequest::parse(&request, tree)?,
            )),
            Some(PendingRecord::Close) => Some(Pending::Close),
            Some(PendingRecord::Reset) => Some(Pending::Reset),
        };
        Some(Self {
            learner: record.learner,
            sequencer,
            shared_data: record.shared_data,
            records: record.activities,
            phase: match record.phase {
                PhaseRecord::NotStarted => Phase::NotStarted,
                PhaseRecord::Open => Phase::Open,
                PhaseRecord::Ended => Phase::Ended { suspended: false },
                PhaseRecord::Suspended => Phase::Ended { suspended: true },
            },
            content,
            next,
            pending,
            deliveries: record.deliveries,
            effects: Vec::new(),
            course,
            options,
        })
    }
}

/// Our own types always have a JSON form.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Appends a [`scorm_runtime::Snapshot`], whose text ends with its values.
fn push_api(text: &mut String, api: &Api) {
    const END: &str = "]}}";
    text.push_str(&json(&api.snapshot_without_values()));
    debug_assert!(text.ends_with(END), "{text}");
    text.truncate(text.len().saturating_sub(END.len()));
    api.write_values_json(text);
    text.push_str(END);
}
