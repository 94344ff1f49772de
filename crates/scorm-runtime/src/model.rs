//! The values of one data model, laid out as its element table says.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use crate::elements::{Collection, Field, RecordSpec, root};
use crate::version::Version;

/// The values of one SCO's data model.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) version: Version,
    pub(crate) root: Record,
}

impl Model {
    pub(crate) fn new(version: Version) -> Self {
        Self {
            version,
            root: Record::new(root(version)),
        }
    }

    pub(crate) fn spec(&self) -> &'static RecordSpec {
        root(self.version)
    }

    /// The record that an address leads to, with its table.
    pub(crate) fn record(&self, address: &Address) -> Option<(&'static RecordSpec, &Record)> {
        let mut spec = self.spec();
        let mut record = &self.root;
        for &(collection, index) in address.steps() {
            record = record
                .collections
                .get(collection as usize)?
                .records
                .get(index as usize)?;
            spec = spec.collections.get(collection as usize)?.record;
        }
        Some((spec, record))
    }

    /// The record that an address leads to; the last step may name the next free index, which
    /// makes the record.
    pub(crate) fn record_mut(&mut self, address: &Address) -> Option<&mut Record> {
        let mut spec = self.spec();
        let mut record = &mut self.root;
        for &(collection, index) in address.steps() {
            spec = spec.collections.get(collection as usize)?.record;
            let records = &mut record.collections.get_mut(collection as usize)?.records;
            if index as usize == records.len() {
                records.push(Record::new(spec));
            }
            record = records.get_mut(index as usize)?;
        }
        Some(record)
    }

    /// The collection that holds the record of an address.
    pub(crate) fn collection(&self, address: &Address) -> Option<&CollectionData> {
        let (&(collection, _), outer) = address.steps().split_last()?;
        let mut record = &self.root;
        for &(collection, index) in outer {
            record = record
                .collections
                .get(collection as usize)?
                .records
                .get(index as usize)?;
        }
        record.collections.get(collection as usize)
    }

    /// The collection that an address leads into last, what it holds (nothing when its own record
    /// does not exist yet), and the index there.
    pub(crate) fn collection_of(
        &self,
        address: &Address,
    ) -> Option<(&'static Collection, Option<&CollectionData>, u32)> {
        let (&(place, index), outer) = address.steps().split_last()?;
        let mut spec = self.spec();
        for &(collection, _) in outer {
            spec = spec.collections.get(collection as usize)?.record;
        }
        let collection = spec.collections.get(place as usize)?;
        Some((collection, self.collection(address), index))
    }

    pub(crate) fn collection_mut(&mut self, address: &Address) -> Option<&mut CollectionData> {
        let (&(collection, _), outer) = address.steps().split_last()?;
        let mut record = &mut self.root;
        for &(collection, index) in outer {
            record = record
                .collections
                .get_mut(collection as usize)?
                .records
                .get_mut(index as usize)?;
        }
        record.collections.get_mut(collection as usize)
    }

    /// The stored text at an address, without initial values.
    pub(crate) fn text(&self, address: &Address) -> Option<&str> {
        let (_, record) = self.record(address)?;
        record.text(address.slot as usize)
    }

    /// The stored or initial text of a field of the root record.
    pub(crate) fn scalar(&self, name: &str) -> Option<&str> {
        let slot = self.spec().slot(name);
        let field = self.spec().fields.get(slot)?;
        self.root.text(slot).or(field.initial)
    }

    /// Whether a SCO set this field of the root record in this attempt.
    pub(crate) fn scalar_by_sco(&self, name: &str) -> bool {
        self.root
            .slots
            .get(self.spec().slot(name))
            .is_some_and(|slot| slot.by_sco)
    }

    /// Sets a field of the root record for the LMS; a name that is not in the table is left out.
    pub(crate) fn put_scalar(&mut self, name: &str, value: Option<String>) {
        let slot = self.spec().slot(name);
        if let Some(slot) = self.root.slots.get_mut(slot) {
            *slot = Slot {
                text: value,
                by_sco: false,
            };
        }
    }

    /// The records of a collection of the root record.
    pub(crate) fn records(&self, name: &str) -> &[Record] {
        let place = self.spec().collection(name);
        self.root
            .collections
            .get(place)
            .map_or(&[], |collection| &collection.records)
    }

    /// Calls `visit` for every field that has a stored value, records in order.
    pub(crate) fn visit_values(&self, visit: &mut dyn FnMut(&str, &'static Field, &Slot)) {
        let mut path = String::with_capacity(64);
        visit_record(self.spec(), &self.root, &mut path, visit);
    }

    /// The dotted name of an address.
    pub(crate) fn path(&self, address: &Address) -> String {
        let mut spec = self.spec();
        let mut path = String::new();
        for &(collection, index) in address.steps() {
            if let Some(collection) = spec.collections.get(collection as usize) {
                push_index(&mut path, collection, index as usize);
                spec = collection.record;
            }
        }
        if let Some(field) = spec.fields.get(address.slot as usize) {
            path.push_str(field.name);
        }
        path
    }
}

fn push_index(path: &mut String, collection: &Collection, index: usize) {
    path.push_str(collection.name);
    path.push('.');
    path.push_str(&index.to_string());
    path.push('.');
}

fn visit_record(
    spec: &'static RecordSpec,
    record: &Record,
    path: &mut String,
    visit: &mut dyn FnMut(&str, &'static Field, &Slot),
) {
    let length = path.len();
    for (field, slot) in spec.fields.iter().zip(&record.slots) {
        if slot.text.is_some() {
            path.push_str(field.name);
            visit(path, field, slot);
            path.truncate(length);
        }
    }
    for (collection, data) in spec.collections.iter().zip(&record.collections) {
        for (index, inner) in data.records.iter().enumerate() {
            push_index(path, collection, index);
            visit_record(collection.record, inner, path, visit);
            path.truncate(length);
        }
    }
}

/// One record: a slot per field, a list per collection, both in table order.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    pub(crate) slots: Box<[Slot]>,
    pub(crate) collections: Box<[CollectionData]>,
    /// What the item's map allows, for records of `adl.data`.
    pub(crate) bucket: BucketAccess,
}

impl Record {
    pub(crate) fn new(spec: &RecordSpec) -> Self {
        Self {
            slots: spec.fields.iter().map(|_| Slot::default()).collect(),
            collections: spec
                .collections
                .iter()
                .map(|_| CollectionData::default())
                .collect(),
            bucket: BucketAccess {
                read: true,
                write: true,
            },
        }
    }

    pub(crate) fn text(&self, slot: usize) -> Option<&str> {
        self.slots.get(slot)?.text.as_deref()
    }

    pub(crate) fn has(&self, slot: usize) -> bool {
        self.text(slot).is_some()
    }
}

/// The place of one value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) text: Option<String>,
    /// Set by the SCO in this attempt, not by the LMS.
    pub(crate) by_sco: bool,
}

/// `readSharedData` and `writeSharedData` of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BucketAccess {
    pub(crate) read: bool,
    pub(crate) write: bool,
}

/// The records of one collection.
#[derive(Debug, Clone, Default)]
pub(crate) struct CollectionData {
    pub(crate) records: Vec<Record>,
    /// Where each unique value stands. Fixed hash keys, and never iterated: the same everywhere.
    pub(crate) unique: HashMap<String, u32, BuildHasherDefault<DefaultHasher>>,
}

/// The place of a field: up to two steps into collections, then a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Address {
    steps: [(u8, u32); 2],
    depth: u8,
    pub(crate) slot: u8,
}

impl Address {
    pub(crate) fn steps(&self) -> &[(u8, u32)] {
        &self.steps[..self.depth as usize]
    }

    /// One step further. The tables nest two deep, so a third step cannot come.
    pub(crate) fn into_record(mut self, collection: usize, index: u32) -> Self {
        if let Some(step) = self.steps.get_mut(self.depth as usize) {
            *step = (collection as u8, index);
            self.depth += 1;
        }
        self
    }

    pub(crate) fn with_slot(mut self, slot: usize) -> Self {
        self.slot = slot as u8;
        self
    }
}
