//! The run-time data of one SCO as nested JSON, the form in which people and other programs
//! read it: scalars by their full name, collections as lists of objects.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::data_model::DataModelElement;

/// Run-time data of one SCO.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoForm {
    /// Every scalar element; `None` when it has no value.
    pub core_data: BTreeMap<String, Option<String>>,
    /// `cmi.interactions`.
    pub interactions: Vec<Value>,
    /// `cmi.objectives`.
    pub objectives: Vec<Value>,
    /// `cmi.comments_from_learner`.
    pub comments_from_learner: Vec<Value>,
    /// `cmi.comments_from_lms` of SCORM 2004.
    pub comments_from_lms: Vec<Value>,
}

const COLLECTIONS: [&str; 4] = [
    "cmi.interactions",
    "cmi.objectives",
    "cmi.comments_from_learner",
    "cmi.comments_from_lms",
];

impl ScoForm {
    /// Arranges the elements of a data model.
    pub fn from_elements(elements: &[DataModelElement]) -> Self {
        let mut form = Self::default();
        for DataModelElement { element, value, .. } in elements {
            let is_keyword = element
                .rsplit('.')
                .next()
                .is_some_and(|name| name.starts_with('_'));
            // Shared data and navigation are not the SCO's own data.
            if is_keyword || element.starts_with("adl.") {
                continue;
            }
            match split(element) {
                None => {
                    form.core_data.insert(element.clone(), value.clone());
                }
                Some((collection, rest)) => {
                    if let (Some(list), Some(value)) = (form.list(collection), value) {
                        put(list, rest, value);
                    }
                }
            }
        }
        form
    }

    /// Every value by its full element name, records in order.
    pub fn values(&self) -> Vec<(String, String)> {
        let mut values = Vec::new();
        for (element, value) in &self.core_data {
            if let Some(value) = value {
                values.push((element.clone(), value.clone()));
            }
        }
        let lists = [
            &self.interactions,
            &self.objectives,
            &self.comments_from_learner,
            &self.comments_from_lms,
        ];
        for (collection, list) in COLLECTIONS.iter().zip(lists) {
            for (index, record) in list.iter().enumerate() {
                flatten(&format!("{collection}.{index}"), record, &mut values);
            }
        }
        values
    }

    fn list(&mut self, collection: &str) -> Option<&mut Vec<Value>> {
        Some(match collection {
            "cmi.interactions" => &mut self.interactions,
            "cmi.objectives" => &mut self.objectives,
            "cmi.comments_from_learner" => &mut self.comments_from_learner,
            "cmi.comments_from_lms" => &mut self.comments_from_lms,
            _ => return None,
        })
    }
}

/// The collection of an element, and what follows its name.
fn split(element: &str) -> Option<(&'static str, &str)> {
    COLLECTIONS.into_iter().find_map(|collection| {
        let rest = element.strip_prefix(collection)?.strip_prefix('.')?;
        Some((collection, rest))
    })
}

/// Puts a value at `index.name.name…` of a list, where a name may again be followed by an index.
fn put(list: &mut Vec<Value>, path: &str, value: &str) {
    let Some((index, rest)) = path.split_once('.') else {
        return;
    };
    let Ok(index) = index.parse::<usize>() else {
        return;
    };
    // Elements come in order, so an index is at most one beyond the end.
    if index == list.len() {
        list.push(Value::Object(Map::new()));
    }
    let Some(mut object) = list.get_mut(index).and_then(Value::as_object_mut) else {
        return;
    };
    let mut rest = rest;
    while let Some((name, tail)) = rest.split_once('.') {
        if tail.starts_with(|first: char| first.is_ascii_digit()) {
            let inner = object
                .entry(name)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Some(inner) = inner.as_array_mut() {
                put(inner, tail, value);
            }
            return;
        }
        let inner = object
            .entry(name)
            .or_insert_with(|| Value::Object(Map::new()));
        let Some(inner) = inner.as_object_mut() else {
            return;
        };
        (object, rest) = (inner, tail);
    }
    object.insert(rest.to_owned(), Value::String(value.to_owned()));
}

fn flatten(name: &str, value: &Value, values: &mut Vec<(String, String)>) {
    match value {
        Value::Null => {}
        Value::String(text) => values.push((name.to_owned(), text.clone())),
        Value::Bool(_) | Value::Number(_) => values.push((name.to_owned(), value.to_string())),
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                flatten(&format!("{name}.{index}"), inner, values);
            }
        }
        Value::Object(object) => {
            // A record is made by its id, and its type comes before what depends on it.
            let first = ["id", "type"];
            for key in first.iter().filter(|key| object.contains_key(**key)) {
                flatten(&format!("{name}.{key}"), &object[*key], values);
            }
            for (key, inner) in object
                .iter()
                .filter(|(key, _)| !first.contains(&key.as_str()))
            {
                flatten(&format!("{name}.{key}"), inner, values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(element: &str, value: Option<&str>) -> DataModelElement {
        DataModelElement {
            element: element.to_owned(),
            value: value.map(str::to_owned),
            type_name: String::new(),
            access: "rw".to_owned(),
            by_sco: true,
        }
    }

    #[test]
    fn collections_become_lists_and_back() {
        let form = ScoForm::from_elements(&[
            element("cmi.location", Some("3")),
            element("cmi.suspend_data", None),
            element("cmi.score._children", Some("scaled,raw,min,max")),
            element("cmi.interactions._count", Some("1")),
            element("cmi.interactions.0.id", Some("q1")),
            element("cmi.interactions.0.type", Some("choice")),
            element("cmi.interactions.0.objectives.0.id", Some("o1")),
            element("cmi.interactions.0.correct_responses.0.pattern", Some("a")),
            element("cmi.objectives.0.id", Some("o1")),
            element("cmi.objectives.0.score.scaled", Some("0.5")),
            element("adl.nav.request", Some("_none_")),
        ]);
        let want = serde_json::json!({
            "coreData": {"cmi.location": "3", "cmi.suspend_data": null},
            "interactions": [{
                "id": "q1", "type": "choice",
                "objectives": [{"id": "o1"}], "correct_responses": [{"pattern": "a"}],
            }],
            "objectives": [{"id": "o1", "score": {"scaled": "0.5"}}],
            "commentsFromLearner": [], "commentsFromLms": [],
        });
        assert_eq!(serde_json::to_value(&form).unwrap(), want);
        let values = form.values();
        let names: Vec<&str> = values.iter().map(|(element, _)| element.as_str()).collect();
        assert_eq!(
            names,
            [
                "cmi.location",
                "cmi.interactions.0.id",
                "cmi.interactions.0.type",
                "cmi.interactions.0.correct_responses.0.pattern",
                "cmi.interactions.0.objectives.0.id",
                "cmi.objectives.0.id",
                "cmi.objectives.0.score.scaled",
            ]
        );
    }
}
