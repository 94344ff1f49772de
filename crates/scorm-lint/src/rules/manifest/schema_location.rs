//! The pairs of `xsi:schemaLocation`.

use scorm_package::xml::{Attribute, Node, Vocabulary};

use crate::LintCx;

/// All `xsi:schemaLocation` attributes of the manifest.
pub(super) fn attributes<'a>(cx: &LintCx<'a>) -> impl Iterator<Item = Attribute<'a>> {
    let elements = cx
        .root()
        .into_iter()
        .flat_map(|root| root.document().elements());
    elements.flat_map(Node::attributes).filter(|attribute| {
        attribute.vocabulary() == Vocabulary::Xsi && attribute.name() == "schemaLocation"
    })
}

/// Namespace and location of every pair of an attribute.
pub(super) fn of(attribute: Attribute<'_>) -> impl Iterator<Item = (&str, &str)> {
    let mut words = attribute.value().split_whitespace();
    std::iter::from_fn(move || Some((words.next()?, words.next()?)))
}

/// Attribute, namespace and location of every pair.
pub(super) fn pairs<'a>(
    cx: &LintCx<'a>,
) -> impl Iterator<Item = (Attribute<'a>, &'a str, &'a str)> {
    attributes(cx).flat_map(|attribute| {
        of(attribute).map(move |(namespace, location)| (attribute, namespace, location))
    })
}
