//! What refers to what.

use std::collections::BTreeSet;

use scorm_package::xml::{ElementId, Node, Vocabulary};

use crate::LintCx;

/// A resource and all that it depends on; circles end.
pub(crate) fn reach<'a>(cx: &LintCx<'a>, resource: Node<'a>, into: &mut BTreeSet<ElementId>) {
    if !into.insert(resource.id()) {
        return;
    }
    for dependency in resource.children_named(Vocabulary::Imscp, "dependency") {
        let reference = dependency.attribute("identifierref");
        if let Some(next) = reference.and_then(|reference| cx.resource(reference.value())) {
            reach(cx, next, into);
        }
    }
}

/// All identifiers inside an element.
pub(crate) fn identifiers<'a>(node: Node<'a>, into: &mut BTreeSet<&'a str>) {
    into.extend(
        node.attribute("identifier")
            .map(|found| found.value().trim()),
    );
    node.children().for_each(|child| identifiers(child, into));
}
