//! `imsss:sequencingCollection`: templates that activities use by `IDRef`.

use std::collections::{HashMap, HashSet};

use crate::manifest::reader::collapse;
use crate::xml::{Node, Vocabulary};

/// Elements that all activities together may take over from templates. Without a limit a small
/// manifest of many items with one large template would fill the memory.
pub(crate) const TEMPLATE_ELEMENTS: usize = 200_000;

/// What activities may still take over from templates.
#[derive(Debug)]
pub struct TemplateBudget {
    /// Elements; none after the first template that was too large.
    left: Option<usize>,
}

impl Default for TemplateBudget {
    fn default() -> Self {
        Self {
            left: Some(TEMPLATE_ELEMENTS),
        }
    }
}

impl TemplateBudget {
    /// Pays for one use of a template; false if it is too large, as all are from then on.
    pub fn pay(&mut self, template: Node<'_>) -> bool {
        self.left = self
            .left
            .and_then(|left| left.checked_sub(template.subtree_len()));
        !self.is_spent()
    }

    /// Was a template too large?
    pub(crate) fn is_spent(&self) -> bool {
        self.left.is_none()
    }
}

/// The templates of a manifest.
pub(crate) struct Templates<'a>(HashMap<String, Node<'a>>);

impl<'a> Templates<'a> {
    /// Finds the templates of all collections of `manifest`.
    pub(crate) fn collect(manifest: Node<'a>) -> Self {
        let collections = manifest.children_named(Vocabulary::Imsss, "sequencingCollection");
        let mut templates = HashMap::new();
        for node in collections
            .flat_map(|collection| collection.children_named(Vocabulary::Imsss, "sequencing"))
        {
            if let Some(id) = node.attribute("ID") {
                templates.entry(collapse(id.value())).or_insert(node);
            }
        }
        Self(templates)
    }

    /// The template of that `ID`, white space collapsed.
    pub(super) fn get(&self, id: &str) -> Option<Node<'a>> {
        self.0.get(id).copied()
    }
}

/// The children of `node`, and those of its template which `node` does not replace.
///
/// A child present locally replaces the template's child of that qualified name as a whole; there
/// is no merging inside an element.
pub(super) fn merged<'a>(node: Node<'a>, template: Option<Node<'a>>) -> Vec<Node<'a>> {
    let mut children: Vec<Node<'a>> = node.children().collect();
    let Some(template) = template else {
        return children;
    };
    let name = |child: &Node<'a>| (child.vocabulary(), child.name());
    let own: HashSet<_> = children.iter().map(name).collect();
    children.extend(
        template
            .children()
            .filter(|child| !own.contains(&name(child))),
    );
    children
}
