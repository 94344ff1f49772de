//! Which namespaces a manifest uses, and the schemas it names for them.

use std::collections::BTreeSet;

use scorm_package::xml::{Attribute, Node, Vocabulary};

use crate::Place;

/// Collected in one walk over all elements and attributes.
#[derive(Debug, Default)]
pub(crate) struct Namespaces<'a> {
    /// The first use of each namespace, in document order.
    pub(crate) first_uses: Vec<NamespaceUse<'a>>,
    /// The `xsi:schemaLocation` attributes.
    pub(crate) schema_locations: Vec<Attribute<'a>>,
}

/// An element or attribute that is in a namespace.
#[derive(Debug)]
pub(crate) struct NamespaceUse<'a> {
    pub(crate) namespace: &'a str,
    pub(crate) vocabulary: Vocabulary,
    /// As written, with its prefix.
    pub(crate) name: &'a str,
    pub(crate) place: Place,
}

impl<'a> Namespaces<'a> {
    pub(crate) fn collect(root: Node<'a>) -> Self {
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        let mut before = "";
        let mut is_first = |namespace: &'a str| {
            let other = namespace != before && !namespace.is_empty();
            before = namespace;
            other && seen.insert(namespace)
        };
        for node in root.document().elements() {
            if is_first(node.namespace()) {
                found.first_uses.push(NamespaceUse {
                    namespace: node.namespace(),
                    vocabulary: node.vocabulary(),
                    name: node.qualified_name(),
                    place: node.into(),
                });
            }
            for attribute in node.attributes() {
                // Most have none.
                if attribute.vocabulary() == Vocabulary::None {
                    continue;
                }
                if is_first(attribute.namespace()) {
                    found.first_uses.push(NamespaceUse {
                        namespace: attribute.namespace(),
                        vocabulary: attribute.vocabulary(),
                        name: attribute.qualified_name(),
                        place: attribute.into(),
                    });
                }
                if attribute.vocabulary() == Vocabulary::Xsi && attribute.name() == "schemaLocation"
                {
                    found.schema_locations.push(attribute);
                }
            }
        }
        found
    }
}
