//! Paths of the manifest, as written and as found in the package.

use scorm_package::xml::{Attribute, Node, Vocabulary};

use crate::href::Href;
use crate::{Edit, LintCx};

/// The name of the file that a reference leads to and that is in the package under no letter case.
pub(super) fn missing<'h>(cx: &LintCx<'_>, href: &'h Href<'_>) -> Option<&'h str> {
    let name = href.file().filter(|_| cx.settings.content_present)?;
    // Folders, machine paths and queries have rules of their own.
    let known = name.ends_with('/')
        || is_machine_path(name)
        || cx.files_ignoring_case(name).next().is_some()
        || name
            .split(['?', '#'])
            .next()
            .is_some_and(|path| path != name && cx.file(path).is_some());
    (!known).then_some(name)
}

/// Every attribute that holds a path: `href` of resources and files, and `xml:base`.
pub(super) fn attributes<'a>(cx: &LintCx<'a>) -> impl Iterator<Item = Attribute<'a>> {
    let hrefs = cx.hrefs().iter().filter_map(|href| href.attribute);
    hrefs
        .chain(bases(cx))
        .filter(|found| !crate::href::is_external(found.value()) || is_machine_path(found.value()))
}

/// `xml:base` of manifest, resources and resource.
pub(super) fn bases<'a>(cx: &LintCx<'a>) -> impl Iterator<Item = Attribute<'a>> {
    let lists = cx.all(Vocabulary::Imscp, "resources");
    let around = cx.root().into_iter().chain(lists).chain(cx.resources());
    around.filter_map(|node| node.attribute_of(Vocabulary::Xml, "base"))
}

/// `file:` URLs and drive letters.
pub(super) fn is_machine_path(path: &str) -> bool {
    let bytes = path.trim().as_bytes();
    let scheme = bytes.get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"file:"))
        || (bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'/' | b'\\'))
}

/// Puts an element in front of the first child that is not metadata or a file, on its own line.
pub(super) fn add_child(resource: Node<'_>, element: &str) -> Edit {
    let text = resource.document().text();
    let tag = resource.start_tag();
    if tag.of(text).ends_with("/>") {
        let name = resource.qualified_name();
        let open = tag.of(text).trim_end_matches("/>").trim_end().len() as u32;
        let span = scorm_package::xml::Span {
            start: tag.start + open,
            end: tag.end,
        };
        return Edit::new(crate::MANIFEST, span, format!(">\n{element}\n</{name}>"));
    }
    let first = ["metadata", "file"]
        .into_iter()
        .flat_map(|name| resource.children_named(Vocabulary::Imscp, name));
    let at = first.map(|child| child.span().end).max().unwrap_or(tag.end);
    Edit::insert(at, format!("\n{element}"))
}
