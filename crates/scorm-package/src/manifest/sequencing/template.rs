//! `imsss:sequencingCollection`: templates that activities use by `IDRef`.

use crate::manifest::reader::collapse;
use crate::xml::{Node, Vocabulary};

/// The templates of a manifest.
pub(crate) struct Templates<'a>(Vec<(String, Node<'a>)>);

impl<'a> Templates<'a> {
    /// Finds the templates of all collections of `manifest`.
    pub(crate) fn collect(manifest: Node<'a>) -> Self {
        let collections = manifest.children_named(Vocabulary::Imsss, "sequencingCollection");
        let templates = collections
            .flat_map(|collection| collection.children_named(Vocabulary::Imsss, "sequencing"))
            .filter_map(|node| Some((collapse(node.attribute("ID")?.value()), node)));
        Self(templates.collect())
    }

    /// The template of that `ID`, white space collapsed.
    pub(super) fn get(&self, id: &str) -> Option<Node<'a>> {
        self.0
            .iter()
            .find(|(known, _)| known == id)
            .map(|(_, node)| *node)
    }
}

/// The children of `node`, and those of its template which `node` does not replace.
///
/// A child present locally replaces the template's child of that qualified name as a whole; there
/// is no merging inside an element.
pub(super) fn merged<'a>(node: Node<'a>, template: Option<Node<'a>>) -> Vec<Node<'a>> {
    let mut children: Vec<Node<'a>> = node.children().collect();
    let own = children.len();
    for inherited in template.into_iter().flat_map(Node::children) {
        let replaced = children[..own].iter().any(|child| {
            child.name() == inherited.name() && child.vocabulary() == inherited.vocabulary()
        });
        if !replaced {
            children.push(inherited);
        }
    }
    children
}
