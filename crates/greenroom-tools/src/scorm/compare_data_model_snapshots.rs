//! `scorm_compare_data_model_snapshots`: what changed between two data models.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormCompareDataModelSnapshots;

/// Compare two data-model snapshots
///
/// Takes `data` of scorm_data_model_get or saved states. Returns added, changed, removed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormCompareDataModelSnapshotsParams {
    /// The earlier snapshot
    before: Map<String, Value>,
    /// The later snapshot
    after: Map<String, Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Comparison {
    summary: Summary,
    added: Vec<Element>,
    changed: Vec<Change>,
    unchanged: Vec<Element>,
    removed: Vec<Element>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Summary {
    total_elements: usize,
    added: usize,
    changed: usize,
    unchanged: usize,
    removed: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Element {
    element: String,
    value: Value,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Change {
    element: String,
    before: Value,
    after: Value,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            added,
            changed,
            unchanged,
            removed,
            ..
        } = self.summary;
        write!(
            f,
            "{added} added, {changed} changed, {unchanged} unchanged, {removed} removed"
        )
    }
}

impl Tool for ScormCompareDataModelSnapshots {
    const NAME: &'static str = "scorm_compare_data_model_snapshots";
    const TITLE: &'static str = "Compare snapshots";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = ScormCompareDataModelSnapshotsParams;
    type Output = Comparison;

    async fn run(_cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        Ok(compare(&elements(&params.before), &elements(&params.after)).into())
    }
}

fn compare(before: &BTreeMap<String, Value>, after: &BTreeMap<String, Value>) -> Comparison {
    let mut comparison = Comparison {
        summary: Summary {
            total_elements: 0,
            added: 0,
            changed: 0,
            unchanged: 0,
            removed: 0,
        },
        added: Vec::new(),
        changed: Vec::new(),
        unchanged: Vec::new(),
        removed: Vec::new(),
    };
    for (element, value) in after {
        let element = element.clone();
        match before.get(&element) {
            None => comparison.added.push(Element {
                element,
                value: value.clone(),
            }),
            Some(old) if old == value => {
                comparison.unchanged.push(Element {
                    element,
                    value: value.clone(),
                });
            }
            Some(old) => comparison.changed.push(Change {
                element,
                before: old.clone(),
                after: value.clone(),
            }),
        }
    }
    for (element, value) in before
        .iter()
        .filter(|(element, _)| !after.contains_key(*element))
    {
        comparison.removed.push(Element {
            element: element.clone(),
            value: value.clone(),
        });
    }
    comparison.summary = Summary {
        total_elements: after.len() + comparison.removed.len(),
        added: comparison.added.len(),
        changed: comparison.changed.len(),
        unchanged: comparison.unchanged.len(),
        removed: comparison.removed.len(),
    };
    comparison
}

/// The elements of a snapshot in either shape.
///
/// `scorm_data_model_get` gives `{element: value}`. A saved state has `coreData` and collections
/// of objects, whose members become elements (`interactions[0].id` → `cmi.interactions.0.id`).
fn elements(snapshot: &Map<String, Value>) -> BTreeMap<String, Value> {
    let Some(core) = snapshot.get("coreData").and_then(Value::as_object) else {
        return snapshot
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
    };
    let mut elements: BTreeMap<String, Value> = core
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    for (member, collection) in [
        ("interactions", "cmi.interactions"),
        ("objectives", "cmi.objectives"),
        ("commentsFromLearner", "cmi.comments_from_learner"),
        ("commentsFromLms", "cmi.comments_from_lms"),
    ] {
        if let Some(value) = snapshot.get(member) {
            flatten(collection, value, &mut elements);
        }
    }
    elements
}

fn flatten(name: &str, value: &Value, elements: &mut BTreeMap<String, Value>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                flatten(&format!("{name}.{index}"), item, elements);
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                flatten(&format!("{name}.{member}"), value, elements);
            }
        }
        Value::Null => {}
        value => {
            elements.insert(name.to_owned(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn map(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn both_shapes_compare_with_each_other() {
        let flat = map(&json!({
            "cmi.location": "slide_1", "cmi.exit": "", "cmi.interactions.0.id": "q1",
            "cmi.success_status": "unknown",
        }));
        let saved = map(&json!({
            "coreData": {"cmi.location": "slide_2", "cmi.exit": "", "cmi.score.scaled": null},
            "interactions": [{"id": "q1", "correct_responses": [{"pattern": "a"}]}],
            "meta": {"format": 1},
        }));
        let comparison = compare(&elements(&flat), &elements(&saved));
        assert_eq!(
            serde_json::to_value(&comparison).unwrap(),
            json!({
                "summary": {"total_elements": 5, "added": 1, "changed": 1, "unchanged": 2, "removed": 1},
                "added": [{"element": "cmi.interactions.0.correct_responses.0.pattern", "value": "a"}],
                "changed": [{"element": "cmi.location", "before": "slide_1", "after": "slide_2"}],
                "unchanged": [
                    {"element": "cmi.exit", "value": ""},
                    {"element": "cmi.interactions.0.id", "value": "q1"},
                ],
                "removed": [{"element": "cmi.success_status", "value": "unknown"}],
            })
        );
        assert_eq!(
            comparison.to_string(),
            "1 added, 1 changed, 2 unchanged, 1 removed"
        );
    }
}
