//! The elements of a manifest by name.

use ahash::AHashMap;
use scorm_package::xml::{Node, Vocabulary};

/// Names of elements in most manifests, rounded up.
const NAMES: usize = 56;

/// The elements of each name in document order, those of sub-manifests left out.
///
/// They are chained through one list: a list for each name would have to grow again and again, and
/// that was a tenth of the time of a lint.
#[derive(Default)]
pub(crate) struct Named<'a> {
    elements: Vec<Link<'a>>,
    chains: AHashMap<&'a str, Chain>,
}

struct Link<'a> {
    node: Node<'a>,
    next: Option<u32>,
}

struct Chain {
    first: u32,
    last: u32,
}

impl<'a> Named<'a> {
    pub(crate) fn collect(root: Node<'a>) -> Self {
        let mut named = Self {
            elements: Vec::with_capacity(root.subtree_len()),
            chains: AHashMap::with_capacity(NAMES),
        };
        named.add(root);
        named
    }

    fn add(&mut self, node: Node<'a>) {
        let at = self.elements.len() as u32;
        self.elements.push(Link { node, next: None });
        let own = Chain {
            first: at,
            last: at,
        };
        let chain = self.chains.entry(node.name()).or_insert(own);
        if chain.last != at {
            self.elements[chain.last as usize].next = Some(at);
            chain.last = at;
        }
        for child in node.children() {
            if !child.is(Vocabulary::Imscp, "manifest") {
                self.add(child);
            }
        }
    }

    /// The elements of a name, whatever their namespace.
    pub(crate) fn of(&self, name: &str) -> impl Iterator<Item = Node<'a>> {
        let mut next = self.chains.get(name).map(|chain| chain.first);
        std::iter::from_fn(move || {
            let link = &self.elements[next? as usize];
            next = link.next;
            Some(link.node)
        })
    }
}
