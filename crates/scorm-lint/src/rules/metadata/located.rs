//! Metadata outside the manifest.

use scorm_package::Problem;
use scorm_package::xml::{Document, XmlLimits, read};

use crate::LintCx;
use crate::href::{Href, HrefKind};

/// The `adlcp:location` elements.
pub(super) fn locations<'c, 'a>(cx: &'c LintCx<'a>) -> impl Iterator<Item = &'c Href<'a>> {
    cx.hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Location)
}

/// The metadata files that are in the package, each once: name, tree, problems of reading.
pub(super) fn files(cx: &LintCx<'_>) -> Vec<(String, Option<Document>, Vec<Problem>)> {
    let mut names: Vec<&str> = locations(cx).filter_map(Href::file).collect();
    names.sort_unstable();
    names.dedup();
    let texts = names
        .into_iter()
        .filter_map(|name| Some((name, cx.text(name)?)));
    texts
        .map(|(name, text)| {
            let (document, problems) = read(text.to_string(), &XmlLimits::default());
            (name.to_owned(), document, problems)
        })
        .collect()
}
