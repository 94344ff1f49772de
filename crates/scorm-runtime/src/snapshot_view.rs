//! An API instance written straight from its model: [`Snapshot`] without a copy of every value.

use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

use crate::api::Api;
use crate::model::Model;
#[cfg(doc)]
use crate::snapshot::Snapshot;

/// Serializes as the [`Snapshot`] of the instance does.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotView<'a>(&'a Api);

impl Api {
    /// The whole instance, to be serialized.
    pub fn snapshot_view(&self) -> SnapshotView<'_> {
        SnapshotView(self)
    }
}

impl Serialize for SnapshotView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let api = self.0;
        let mut snapshot = serializer.serialize_struct("Snapshot", 7)?;
        snapshot.serialize_field("version", &api.model.version)?;
        snapshot.serialize_field("profile", &api.profile)?;
        snapshot.serialize_field("state", &api.state)?;
        snapshot.serialize_field("last_error", &api.last_error())?;
        snapshot.serialize_field("diagnostic", &api.diagnostic_of_last_error())?;
        snapshot.serialize_field(
            "data",
            &DataView {
                values: ValuesView(&api.model),
            },
        )?;
        snapshot.serialize_field("shared_data_access", &api.shared_data_access())?;
        snapshot.end()
    }
}

#[derive(serde::Serialize)]
struct DataView<'a> {
    values: ValuesView<'a>,
}

struct ValuesView<'a>(&'a Model);

#[derive(serde::Serialize)]
struct ValueView<'a> {
    element: &'a str,
    value: &'a str,
    by_sco: bool,
}

impl Serialize for ValuesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut values = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        self.0.visit_values(&mut |element, _, slot| {
            if let (Ok(()), Some(value)) = (&written, slot.text.as_deref()) {
                let by_sco = slot.by_sco;
                written = values.serialize_element(&ValueView {
                    element,
                    value,
                    by_sco,
                });
            }
        });
        written?;
        values.end()
    }
}
