//! What the rules about pages share.

use crate::LintCx;
use crate::href::Target;
use crate::script::html::Element;
use crate::script::page::{Page, Reference};

/// Pages that are whole documents, not fragments that scripts put together.
pub(crate) fn documents<'s>(cx: &'s LintCx<'_>) -> impl Iterator<Item = &'s Page> {
    cx.scripts().pages.iter().filter(|page| {
        let whole = ["html", "head", "body", "frameset"];
        let mut elements = page.html.elements.iter();
        page.html.has_doctype || elements.any(|element| whole.contains(&element.name.as_str()))
    })
}

/// All elements of all pages.
pub(crate) fn elements<'s>(cx: &'s LintCx<'_>) -> impl Iterator<Item = (&'s Page, &'s Element)> {
    let pages = cx.scripts().pages.iter();
    pages.flat_map(|page| {
        page.html
            .elements
            .iter()
            .map(move |element| (page, element))
    })
}

/// References to files that are not in the package, however the letters are written.
pub(crate) fn missing<'s>(
    cx: &'s LintCx<'_>,
) -> impl Iterator<Item = (&'s Page, &'s Reference, &'s str)> {
    local(cx).filter(|(_, _, name)| {
        let is_folder = name.ends_with('/');
        !is_folder && cx.file(name).is_none() && cx.files_ignoring_case(name).next().is_none()
    })
}

/// References to files of the package.
pub(crate) fn local<'s>(
    cx: &'s LintCx<'_>,
) -> impl Iterator<Item = (&'s Page, &'s Reference, &'s str)> {
    references(cx).filter_map(|(page, reference)| match &reference.target {
        Target::Local(name) => Some((page, reference, name.as_str())),
        _ => None,
    })
}

/// All references of all pages.
pub(crate) fn references<'s>(
    cx: &'s LintCx<'_>,
) -> impl Iterator<Item = (&'s Page, &'s Reference)> {
    let pages = cx.scripts().pages.iter();
    pages.flat_map(|page| {
        page.references
            .iter()
            .map(move |reference| (page, reference))
    })
}
