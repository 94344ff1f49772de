//! The content of a saved state.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Keys that a later version or another program added.
type Unknown = Map<String, Value>;

/// A saved learner state: the current SCO, and what Greenroom adds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedState {
    /// Every scalar element of the current SCO; `None` when never set.
    #[serde(default, deserialize_with = "texts")]
    pub core_data: BTreeMap<String, Option<String>>,
    /// One object per interaction.
    #[serde(default)]
    pub interactions: Vec<Value>,
    /// One object per objective.
    #[serde(default)]
    pub objectives: Vec<Value>,
    /// One object per comment of the learner.
    #[serde(default)]
    pub comments_from_learner: Vec<Value>,
    /// One object per comment of the LMS.
    #[serde(default)]
    pub comments_from_lms: Vec<Value>,
    /// Where the state comes from; absent in files of other programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<SavedMeta>,
    /// One entry per SCO that was launched, by item identifier.
    #[serde(default)]
    pub scos: BTreeMap<String, SavedSco>,
    /// Tracking of the activity tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequencing: Option<SavedSequencing>,
    /// Shared data stores of the course.
    #[serde(default)]
    pub shared_data: Map<String, Value>,
    /// Kept as they are.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Where a saved state comes from.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedMeta {
    /// Version of the format: 1.
    pub format: u32,
    /// The manifest's identifier.
    pub course_id: Option<String>,
    /// `1.2`, `2004_2nd`, `2004_3rd` or `2004_4th`.
    pub scorm_version: Option<String>,
    /// When it was saved.
    pub saved_at: u64,
    /// What made it be saved: commit, terminate, close, shutdown, recovery.
    pub cause: String,
    /// The session that saved it.
    pub session_id: Option<String>,
    /// The item that was current.
    pub current_activity: Option<String>,
    /// The package as it was opened.
    pub package_path: Option<String>,
    /// Which content the state was made with.
    pub fingerprint: Option<String>,
    /// What the course consisted of; with the path it says which package the state belongs to.
    pub structure: Option<String>,
    /// How often the file was written: who read another number does not know the newest state.
    pub revision: u64,
    /// Kept as they are.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// The state of one SCO.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedSco {
    /// Every scalar element; `None` when never set.
    #[serde(deserialize_with = "texts")]
    pub core_data: BTreeMap<String, Option<String>>,
    /// One object per interaction.
    pub interactions: Vec<Value>,
    /// One object per objective.
    pub objectives: Vec<Value>,
    /// One object per comment of the learner.
    pub comments_from_learner: Vec<Value>,
    /// One object per comment of the LMS.
    pub comments_from_lms: Vec<Value>,
    /// Number of the attempt on this SCO.
    pub attempt: u32,
    /// Whether the SCO has terminated.
    pub terminated: bool,
    /// Elements that the LMS stored, not the SCO.
    #[serde(deserialize_with = "readable")]
    pub stored_by_lms: Vec<String>,
    /// Kept as they are.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Tracking of the activity tree. What an activity and an objective hold is the engine's matter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedSequencing {
    /// Whether the course was left by a suspend-all request.
    pub suspended: bool,
    /// The suspended activity.
    pub suspended_activity: Option<String>,
    /// Tracking by item identifier.
    pub activities: Map<String, Value>,
    /// Objectives shared in the course.
    pub global_objectives: Map<String, Value>,
    /// How many attempts on the course were begun.
    #[serde(deserialize_with = "readable")]
    pub attempts_begun: u64,
    /// The item that was current in the tree.
    #[serde(deserialize_with = "readable")]
    pub current_activity: Option<String>,
    /// Kept as they are.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl SavedState {
    /// Takes over what `old` has and this version does not know.
    pub(super) fn keep_unknown_keys_of(&mut self, mut old: Self) {
        keep(&mut self.unknown, old.unknown);
        if let (Some(new), Some(old)) = (&mut self.meta, old.meta) {
            keep(&mut new.unknown, old.unknown);
        }
        if let (Some(new), Some(old)) = (&mut self.sequencing, old.sequencing) {
            keep(&mut new.unknown, old.unknown);
        }
        for (item, new) in &mut self.scos {
            if let Some(old) = old.scos.remove(item) {
                keep(&mut new.unknown, old.unknown);
            }
        }
    }
}

fn keep(new: &mut Unknown, old: Unknown) {
    for (key, value) in old {
        new.entry(key).or_insert(value);
    }
}

/// Other programs write numbers and booleans where the data model has text.
fn texts<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Option<String>>, D::Error> {
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let text = |value| match value {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    };
    Ok(values
        .into_iter()
        .map(|(element, value)| (element, text(value)))
        .collect())
}

/// What is not of the expected kind counts as absent: a file may have been edited by hand, and
/// must not be lost for it.
fn readable<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}
