//! A data model as plain data: for storing, for resuming, for looking at.

use crate::api::{Api, State};
use crate::elements::{Access, Field, Lifetime, RecordSpec, Rule};
use crate::fault::Purpose;
use crate::get::access;
use crate::model::{BucketAccess, Model, Record, Slot};
use crate::path::{Target, locate, resolve};
use crate::profile::Profile;
use crate::set::unique_key;
use crate::version::{Edition, Version};

/// Values by element name, in an order in which they can be set again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RunTimeData {
    /// Every element that has a stored value.
    pub values: Vec<StoredValue>,
}

/// One stored value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoredValue {
    /// The element name.
    pub element: String,
    /// The value as it was set.
    pub value: String,
    /// Set by the SCO in this attempt, not by the LMS.
    pub by_sco: bool,
}

/// An API instance as plain data. [`Api::restore`] gives back an equal instance.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// The version.
    pub version: Version,
    /// The profile.
    pub profile: Profile,
    /// The state of the session.
    pub state: State,
    /// The last error.
    pub last_error: u16,
    /// What `GetDiagnostic` says about the last error.
    pub diagnostic: String,
    /// `readSharedData` and `writeSharedData` of each bucket of `adl.data`.
    pub shared_data_access: Vec<(bool, bool)>,
    /// All values. They stand last, so that a text can end with them.
    pub data: RunTimeData,
}

/// One element with its value, for looking at the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The element name.
    pub element: String,
    /// The value as the SCO would read it, and for write-only elements as it was set; `None`
    /// when there is none.
    pub value: Option<String>,
    /// The type in the words of the standard.
    pub type_name: &'static str,
    /// What the SCO may do with it.
    pub access: Access,
    /// Set by the SCO in this attempt.
    pub by_sco: bool,
    /// How many characters are promised (SCORM 2004) or allowed (SCORM 1.2), where a size is set.
    pub limit: Option<u32>,
}

impl Api {
    /// The whole instance as plain data.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            data: collect(&self.model, |_| true),
            ..self.snapshot_without_values()
        }
    }

    /// The whole instance but for its values, which [`Api::write_values_json`] writes.
    pub fn snapshot_without_values(&self) -> Snapshot {
        let buckets = self.model.records("adl.data").iter();
        Snapshot {
            version: self.model.version,
            profile: self.profile.clone(),
            state: self.state,
            last_error: self.last_error(),
            diagnostic: self.diagnostic_of_last_error().into_owned(),
            shared_data_access: buckets
                .map(|record| (record.bucket.read, record.bucket.write))
                .collect(),
            data: RunTimeData::default(),
        }
    }

    /// The instance that a snapshot was taken of. Entries that are not in the data model are left
    /// out.
    pub fn restore(snapshot: &Snapshot) -> Self {
        let mut model = Model::new(snapshot.version);
        put_all(&mut model, &snapshot.data, |_| true);
        let place = model.spec().collection("adl.data");
        if let Some(data) = model.root.collections.get_mut(place) {
            for (record, &(read, write)) in
                data.records.iter_mut().zip(&snapshot.shared_data_access)
            {
                record.bucket = BucketAccess { read, write };
            }
        }
        Self::from_parts(
            model,
            snapshot.profile.clone(),
            snapshot.state,
            snapshot.last_error,
            snapshot.diagnostic.clone(),
        )
    }

    /// What a resumed attempt needs at its next launch: [`crate::LmsData::prior`].
    pub fn run_time_data(&self) -> RunTimeData {
        collect(&self.model, |field| field.lifetime == Lifetime::Attempt)
    }

    /// Every element that exists now with its value, type and access, `_children` and `_count`
    /// included. Navigation validity is left out: only a sequencer can tell it.
    pub fn elements(&self) -> Vec<Element> {
        let mut elements = Vec::new();
        self.list(self.model.spec(), &self.model.root, "", &mut elements);
        elements
    }

    /// The value of one element as [`Api::elements`] shows it, without touching the last error.
    pub fn value_of(&self, element: &str) -> Option<String> {
        match resolve(&self.model, element, Purpose::Get, self.visible()).ok()? {
            Target::Field { address, field } => {
                let (_, record) = self.model.record(&address)?;
                self.shown(field, record.text(usize::from(address.slot)))
            }
            Target::Count(count) => Some(count.to_string()),
            Target::Children { spec, category } => Some(children(spec, category, self.visible())),
            Target::ValidChoice(_) | Target::ValidJump(_) => None,
        }
    }

    fn list(
        &self,
        spec: &'static RecordSpec,
        record: &Record,
        prefix: &str,
        elements: &mut Vec<Element>,
    ) {
        let keyword = |element: String, value: String| Element {
            element,
            value: Some(value),
            type_name: "characterstring",
            access: Access::ReadOnly,
            by_sco: false,
            limit: None,
        };
        for category in spec.categories {
            if category.children == crate::elements::Children::Offered {
                elements.push(keyword(
                    format!("{prefix}{}._children", category.name),
                    children(spec, category.name, self.visible()),
                ));
            }
        }
        for (field, slot) in spec.fields.iter().zip(&record.slots) {
            if field.rule != Rule::RequestValid {
                elements.push(Element {
                    element: format!("{prefix}{}", field.name),
                    value: self.shown(field, slot.text.as_deref()),
                    type_name: field.kind.name(),
                    access: access(field, record),
                    by_sco: slot.by_sco,
                    limit: self.size_limit(field),
                });
            }
        }
        for (collection, data) in spec.collections.iter().zip(&record.collections) {
            if collection.since > self.visible() {
                continue;
            }
            let name = format!("{prefix}{}", collection.name);
            if collection.children {
                elements.push(keyword(
                    format!("{name}._children"),
                    children(collection.record, "", self.visible()),
                ));
            }
            elements.push(keyword(
                format!("{name}._count"),
                data.records.len().to_string(),
            ));
            for (index, inner) in data.records.iter().enumerate() {
                self.list(
                    collection.record,
                    inner,
                    &format!("{name}.{index}."),
                    elements,
                );
            }
        }
    }

    fn shown(&self, field: &'static Field, stored: Option<&str>) -> Option<String> {
        match self.model.evaluated(field.rule) {
            Some(token) => Some(token.to_owned()),
            None => stored.or(field.initial).map(str::to_owned),
        }
    }
}

/// The members of a category or record, in table order with commas.
pub(crate) fn children(spec: &RecordSpec, category: &str, visible: Edition) -> String {
    let fields = spec.fields.iter().map(|field| field.name);
    let collections = spec
        .collections
        .iter()
        .filter(|collection| collection.since <= visible)
        .map(|collection| collection.name);
    // The targets of choice and jump are not fields of the table.
    let extra: &[&str] = match (category, visible) {
        ("adl.nav.request_valid", Edition::Fourth) => {
            &["adl.nav.request_valid.choice", "adl.nav.request_valid.jump"]
        }
        ("adl.nav.request_valid", _) => &["adl.nav.request_valid.choice"],
        _ => &[],
    };
    let mut members: Vec<&str> = Vec::new();
    for name in fields.chain(collections).chain(extra.iter().copied()) {
        let tail = if category.is_empty() {
            Some(name)
        } else {
            name.strip_prefix(category)
                .and_then(|tail| tail.strip_prefix('.'))
        };
        let Some(member) = tail.and_then(|tail| tail.split('.').next()) else {
            continue;
        };
        if !member.starts_with('_') && !members.contains(&member) {
            members.push(member);
        }
    }
    members.join(",")
}

fn collect(model: &Model, keep: impl Fn(&Field) -> bool) -> RunTimeData {
    let mut values = Vec::new();
    model.visit_values(&mut |element, field, slot| {
        if let (true, Some(value)) = (keep(field), &slot.text) {
            values.push(StoredValue {
                element: element.to_owned(),
                value: value.clone(),
                by_sco: slot.by_sco,
            });
        }
    });
    RunTimeData { values }
}

/// Sets stored values as they are: they were checked when they were first set.
pub(crate) fn put_all(model: &mut Model, data: &RunTimeData, keep: impl Fn(&Field) -> bool) {
    for stored in &data.values {
        let Some((address, field)) = locate(model, &stored.element) else {
            continue;
        };
        if !keep(field) {
            continue;
        }
        let key = unique_key(model, &address, field, &stored.value);
        let slot = model
            .record_mut(&address)
            .and_then(|record| record.slots.get_mut(usize::from(address.slot)));
        let Some(slot) = slot else { continue };
        *slot = Slot {
            text: Some(stored.value.clone()),
            by_sco: stored.by_sco,
        };
        if let (Some(key), Some(&(_, index))) = (key, address.steps().last())
            && let Some(collection) = model.collection_mut(&address)
        {
            collection.unique.insert(key, index);
        }
    }
}
