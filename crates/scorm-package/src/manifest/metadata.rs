//! `metadata`: inline records and pointers to external ones.

use super::Source;
use super::reader::trimmed;
use crate::xml::{Node, Vocabulary};

/// The metadata of a manifest, organization, item, resource or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// `schema`.
    pub schema: Option<String>,
    /// `schemaversion`.
    pub schemaversion: Option<String>,
    /// `adlcp:location`: files that hold metadata.
    pub locations: Vec<String>,
    /// Inline LOM records.
    pub records: Vec<Source>,
    /// Children that the model does not know.
    pub extensions: Vec<Source>,
    /// The `metadata` element.
    pub source: Source,
}

pub(super) fn read(node: Node<'_>) -> Metadata {
    let mut metadata = Metadata {
        schema: None,
        schemaversion: None,
        locations: Vec::new(),
        records: Vec::new(),
        extensions: Vec::new(),
        source: node.into(),
    };
    for child in node.children() {
        if child.is(Vocabulary::Imscp, "schema") {
            metadata.schema = trimmed(child);
        } else if child.is(Vocabulary::Imscp, "schemaversion") {
            metadata.schemaversion = trimmed(child);
        } else if child.is(Vocabulary::Adlcp, "location") {
            metadata.locations.extend(trimmed(child));
        } else if child.vocabulary() == Vocabulary::Lom {
            metadata.records.push(child.into());
        } else {
            metadata.extensions.push(child.into());
        }
    }
    metadata
}
