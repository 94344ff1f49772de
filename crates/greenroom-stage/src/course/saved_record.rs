//! The saved-state file and the engine's record of a course: the same facts in two forms.
//!
//! The file names what other readers look for. Nothing is converted on the
//! way: a value that was stored is text, one that was never set is null.

use std::collections::BTreeMap;

use greenroom_store::saved_state::{SavedSco, SavedSequencing, SavedState};
use scorm_runtime::{Api, RunTimeData, Snapshot, State, StoredValue, Version};
use scorm_session::{ActivityRecord, CourseRecord, RuntimeRecord, TreeRecord};
use serde_json::{Map, Value};

/// Writes the record of a course; `current` is the SCO whose data the first five keys show.
pub(super) fn write(record: &CourseRecord, current: Option<&str>) -> SavedState {
    let scos: BTreeMap<String, SavedSco> = record
        .activities
        .iter()
        .map(|(item, data)| (item.clone(), write_sco(data)))
        .collect();
    let shown = current
        .and_then(|item| scos.get(item))
        .cloned()
        .unwrap_or_default();
    SavedState {
        core_data: shown.core_data,
        interactions: shown.interactions,
        objectives: shown.objectives,
        comments_from_learner: shown.comments_from_learner,
        comments_from_lms: shown.comments_from_lms,
        scos,
        sequencing: Some(write_sequencing(record)),
        shared_data: record
            .shared_data
            .iter()
            .map(|(name, text)| (name.clone(), Value::from(text.clone())))
            .collect(),
        ..SavedState::default()
    }
}

/// Reads the record back. `order` is the activities of the course in preorder, `first` its first
/// launchable SCO: the owner of the data in a file that has only the five first keys.
pub(super) fn read(
    saved: &SavedState,
    version: Version,
    order: &[String],
    first: Option<&str>,
) -> CourseRecord {
    let mut activities: BTreeMap<String, RuntimeRecord> = saved
        .scos
        .iter()
        .map(|(item, sco)| (item.clone(), read_sco(sco, version)))
        .collect();
    if activities.is_empty()
        && let Some(first) = first
    {
        let only = SavedSco {
            core_data: saved.core_data.clone(),
            interactions: saved.interactions.clone(),
            objectives: saved.objectives.clone(),
            comments_from_learner: saved.comments_from_learner.clone(),
            comments_from_lms: saved.comments_from_lms.clone(),
            attempt: 1,
            terminated: true,
            ..SavedSco::default()
        };
        activities.insert(first.to_owned(), read_sco(&only, version));
    }
    CourseRecord {
        tree: saved
            .sequencing
            .as_ref()
            .map(|saved| read_tree(saved, order))
            .unwrap_or_default(),
        objectives: saved
            .sequencing
            .as_ref()
            .map(|sequencing| from_map(&sequencing.global_objectives))
            .unwrap_or_default(),
        shared_data: from_map(&saved.shared_data),
        activities,
    }
}

fn write_sequencing(record: &CourseRecord) -> SavedSequencing {
    let tree = &record.tree;
    let activities = tree
        .activities
        .iter()
        .map(|activity| (activity.identifier.clone(), to_value(activity)))
        .collect();
    SavedSequencing {
        suspended: tree.suspended.is_some(),
        suspended_activity: tree.suspended.clone(),
        activities,
        global_objectives: record
            .objectives
            .iter()
            .map(|(name, objective)| (name.clone(), to_value(objective)))
            .collect(),
        attempts_begun: tree.attempts_begun,
        current_activity: tree.current.clone(),
        ..SavedSequencing::default()
    }
}

fn read_tree(saved: &SavedSequencing, order: &[String]) -> TreeRecord {
    let mut activities: BTreeMap<String, ActivityRecord> = from_map(&saved.activities);
    TreeRecord {
        current: saved.current_activity.clone(),
        suspended: saved.suspended_activity.clone().filter(|_| saved.suspended),
        attempts_begun: saved.attempts_begun,
        activities: order
            .iter()
            .filter_map(|item| activities.remove(item))
            .collect(),
    }
}

fn write_sco(record: &RuntimeRecord) -> SavedSco {
    let mut sco = SavedSco {
        attempt: record.attempt,
        terminated: record.api.state == State::Terminated,
        ..SavedSco::default()
    };
    for element in Api::restore(&record.api).elements() {
        if is_scalar(&element.element) {
            sco.core_data.insert(element.element, None);
        }
    }
    for StoredValue {
        element,
        value,
        by_sco,
    } in &record.api.data.values
    {
        if !by_sco {
            sco.stored_by_lms.push(element.clone());
        }
        match Collection::of(element) {
            Some((collection, path)) => put(collection.list_mut(&mut sco), path, value),
            None if is_scalar(element) => {
                sco.core_data.insert(element.clone(), Some(value.clone()));
            }
            // Shared data is kept once for all SCOs.
            None => {}
        }
    }
    sco
}

fn read_sco(sco: &SavedSco, version: Version) -> RuntimeRecord {
    let by_sco = |element: &str| !sco.stored_by_lms.iter().any(|name| name == element);
    let mut values = Vec::new();
    let mut store = |element: String, value: &str| {
        values.push(StoredValue {
            by_sco: by_sco(&element),
            element,
            value: value.to_owned(),
        });
    };
    for (element, value) in &sco.core_data {
        if let Some(value) = value {
            store(element.clone(), value);
        }
    }
    for collection in Collection::ALL {
        for (index, entry) in collection.list(sco).iter().enumerate() {
            flatten(&format!("{}.{index}", collection.name()), entry, &mut store);
        }
    }
    let exit = ["cmi.exit", "cmi.core.exit"]
        .iter()
        .find_map(|element| sco.core_data.get(*element).cloned().flatten())
        .unwrap_or_default();
    RuntimeRecord {
        attempt: sco.attempt.max(1),
        exit,
        api: Snapshot {
            version,
            profile: scorm_runtime::Profile::default(),
            state: if sco.terminated {
                State::Terminated
            } else {
                State::Running
            },
            last_error: 0,
            diagnostic: String::new(),
            data: RunTimeData { values },
            shared_data_access: Vec::new(),
        },
    }
}

/// The collections that have a list of their own in the file.
#[derive(Clone, Copy)]
enum Collection {
    Interactions,
    Objectives,
    CommentsFromLearner,
    CommentsFromLms,
}

impl Collection {
    const ALL: [Self; 4] = [
        Self::Interactions,
        Self::Objectives,
        Self::CommentsFromLearner,
        Self::CommentsFromLms,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Interactions => "cmi.interactions",
            Self::Objectives => "cmi.objectives",
            Self::CommentsFromLearner => "cmi.comments_from_learner",
            Self::CommentsFromLms => "cmi.comments_from_lms",
        }
    }

    /// The collection of an element, and the rest of its name. SCORM 1.2's `cmi.comments_from_lms`
    /// is a single text, so a name without an index belongs to none.
    fn of(element: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|collection| {
            let path = element.strip_prefix(collection.name())?.strip_prefix('.')?;
            path.starts_with(|c: char| c.is_ascii_digit())
                .then_some((collection, path))
        })
    }

    fn list(self, sco: &SavedSco) -> &Vec<Value> {
        match self {
            Self::Interactions => &sco.interactions,
            Self::Objectives => &sco.objectives,
            Self::CommentsFromLearner => &sco.comments_from_learner,
            Self::CommentsFromLms => &sco.comments_from_lms,
        }
    }

    fn list_mut(self, sco: &mut SavedSco) -> &mut Vec<Value> {
        match self {
            Self::Interactions => &mut sco.interactions,
            Self::Objectives => &mut sco.objectives,
            Self::CommentsFromLearner => &mut sco.comments_from_learner,
            Self::CommentsFromLms => &mut sco.comments_from_lms,
        }
    }
}

/// Puts a value where `0.objectives.1.id` says: numbers are places in lists, words are members.
fn put(list: &mut Vec<Value>, path: &str, value: &str) {
    let (index, rest) = path.split_once('.').unwrap_or((path, ""));
    let Ok(index) = index.parse::<usize>() else {
        return;
    };
    if list.len() <= index {
        list.resize(index + 1, Value::Object(Map::new()));
    }
    if let Value::Object(entry) = &mut list[index] {
        put_member(entry, rest, value);
    }
}

fn put_member(entry: &mut Map<String, Value>, path: &str, value: &str) {
    match path.split_once('.') {
        None => {
            entry.insert(path.to_owned(), Value::from(value));
        }
        Some((name, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            let list = entry
                .entry(name)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                put(list, rest, value);
            }
        }
        Some((name, rest)) => {
            let inner = entry
                .entry(name)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put_member(inner, rest, value);
            }
        }
    }
}

/// The way back of [`put`].
fn flatten(path: &str, value: &Value, store: &mut impl FnMut(String, &str)) {
    match value {
        Value::Object(entry) => {
            // An id comes first, because other members depend on it.
            let (ids, rest): (Vec<_>, Vec<_>) = entry.iter().partition(|(name, _)| *name == "id");
            for (name, value) in ids.into_iter().chain(rest) {
                flatten(&format!("{path}.{name}"), value, store);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                flatten(&format!("{path}.{index}"), value, store);
            }
        }
        Value::Null => {}
        Value::String(text) => store(path.to_owned(), text),
        other => store(path.to_owned(), &other.to_string()),
    }
}

/// A single value of the SCO: no list, no keyword, no data shared between SCOs.
fn is_scalar(element: &str) -> bool {
    !element.starts_with("adl.data")
        && element
            .split('.')
            .all(|part| !part.starts_with('_') && !part.starts_with(|c: char| c.is_ascii_digit()))
}

fn to_value(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

/// Members that cannot be read are left out: a file may have been edited by hand.
fn from_map<T: serde::de::DeserializeOwned>(map: &Map<String, Value>) -> BTreeMap<String, T> {
    map.iter()
        .filter_map(|(name, value)| {
            Some((name.clone(), serde_json::from_value(value.clone()).ok()?))
        })
        .collect()
}
