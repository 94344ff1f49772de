//! `organization`: one course of the package, root of its activity tree.

use super::Source;
use super::item::{self, Item};
use super::metadata::{self, Metadata};
use super::reader::{Reader, trimmed};
use super::sequencing::{self, Sequencing, Templates};
use crate::xml::{Node, Vocabulary};

/// An organization.
#[derive(Clone, Debug, PartialEq)]
pub struct Organization {
    /// `@identifier`; empty if absent.
    pub identifier: String,
    /// `@structure`, `hierarchical` by default.
    pub structure: String,
    /// `title`.
    pub title: String,
    /// `@adlseq:objectivesGlobalToSystem`, true by default.
    pub objectives_global_to_system: bool,
    /// `@adlcp:sharedDataGlobalToSystem`, true by default.
    pub shared_data_global_to_system: bool,
    /// The completion threshold of the root activity.
    pub completion_threshold: Option<item::CompletionThreshold>,
    /// The items at the top.
    pub items: Vec<Item>,
    /// Sequencing of the root activity.
    pub sequencing: Sequencing,
    /// Metadata of the organization.
    pub metadata: Option<Metadata>,
    /// Children that the model does not know.
    pub extensions: Vec<Source>,
    /// The `organization` element.
    pub source: Source,
}

impl Organization {
    /// The item of that identifier at any depth.
    pub fn item(&self, identifier: &str) -> Option<&Item> {
        self.all_items().find(|item| item.identifier == identifier)
    }

    /// All items in document order, parents before their children.
    pub fn all_items(&self) -> impl Iterator<Item = &Item> {
        let mut stack: Vec<&Item> = self.items.iter().rev().collect();
        std::iter::from_fn(move || {
            let item = stack.pop()?;
            stack.extend(item.children.iter().rev());
            Some(item)
        })
    }
}

pub(super) fn read(
    reader: &mut Reader<'_>,
    node: Node<'_>,
    templates: &Templates<'_>,
) -> Organization {
    let mut organization = Organization {
        identifier: reader.required_id(node, "identifier").unwrap_or_default(),
        structure: reader
            .id(node, "structure")
            .unwrap_or_else(|| "hierarchical".to_owned()),
        title: String::new(),
        objectives_global_to_system: global(reader, node, "objectivesGlobalToSystem"),
        shared_data_global_to_system: global(reader, node, "sharedDataGlobalToSystem"),
        completion_threshold: None,
        items: Vec::new(),
        sequencing: Sequencing::default(),
        metadata: None,
        extensions: Vec::new(),
        source: node.into(),
    };
    for child in node.children() {
        if child.is(Vocabulary::Imscp, "title") {
            organization.title = trimmed(child).unwrap_or_default();
        } else if child.is(Vocabulary::Imscp, "item") {
            organization
                .items
                .push(item::read(reader, child, templates));
        } else if child.is(Vocabulary::Imscp, "metadata") {
            organization.metadata = Some(metadata::read(child));
        } else if child.is(Vocabulary::Imsss, "sequencing") {
            organization.sequencing = sequencing::read(reader, child, templates);
        } else if child.is(Vocabulary::Adlcp, "completionThreshold") {
            organization.completion_threshold = Some(item::read_threshold(reader, child));
        } else {
            organization.extensions.push(child.into());
        }
    }
    organization
}

/// Both attributes occur with the prefix of either ADL namespace, and without one.
fn global(reader: &mut Reader<'_>, node: Node<'_>, name: &str) -> bool {
    let Some(attribute) = node.attributes().find(|attribute| attribute.name() == name) else {
        return true;
    };
    reader.boolean_value(name, attribute.value(), attribute.value_span(), true)
}
