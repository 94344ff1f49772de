//! The pairs of `xsi:schemaLocation`.

use scorm_package::xml::Attribute;

use crate::LintCx;

/// Namespace and location of every pair of an attribute.
pub(super) fn of(attribute: Attribute<'_>) -> impl Iterator<Item = (&str, &str)> {
    let mut words = attribute.value().split_whitespace();
    std::iter::from_fn(move || Some((words.next()?, words.next()?)))
}

/// Attribute, namespace and location of every pair.
pub(super) fn pairs<'a>(
    cx: &LintCx<'a>,
) -> impl Iterator<Item = (Attribute<'a>, &'a str, &'a str)> {
    let attributes = cx.namespaces().schema_locations.iter().copied();
    attributes.flat_map(|attribute| {
        of(attribute).map(move |(namespace, location)| (attribute, namespace, location))
    })
}
