//! The values that the LMS's code holds, and how many records there are.

use std::collections::BTreeMap;

use crate::value::JsValue;

/// Values by the full name of their element.
#[derive(Debug, Clone, Default)]
pub(super) struct Store {
    pub values: BTreeMap<String, JsValue>,
    /// How many records a collection has, by its name.
    pub counts: BTreeMap<String, usize>,
}

/// An index that no memory can follow is as good as none.
const MOST_RECORDS: usize = 1_000_000;

impl Store {
    pub(super) fn get(&self, element: &str) -> Option<&JsValue> {
        self.values.get(element)
    }

    pub(super) fn text(&self, element: &str) -> Option<String> {
        self.values.get(element).map(JsValue::to_text)
    }

    pub(super) fn set(&mut self, element: &str, value: JsValue) {
        self.values.insert(element.to_owned(), value);
    }

    pub(super) fn count(&self, collection: &str) -> usize {
        self.counts.get(collection).copied().unwrap_or(0)
    }

    /// Is there a record of this index?
    pub(super) fn has(&self, collection: &str, index: &str) -> bool {
        index
            .parse::<usize>()
            .is_ok_and(|index| index < self.count(collection))
    }

    /// Makes sure that the record is counted.
    pub(super) fn reach(&mut self, collection: &str, index: &str) {
        if let Some(index) = index
            .parse::<usize>()
            .ok()
            .filter(|index| *index < MOST_RECORDS)
        {
            let count = self.counts.entry(collection.to_owned()).or_default();
            *count = (*count).max(index + 1);
        }
    }
}
