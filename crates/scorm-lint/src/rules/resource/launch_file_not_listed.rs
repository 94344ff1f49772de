//! RES006: The page that a resource launches is not among the files of the resource or of what it depends on.

use ahash::{AHashMap, AHashSet};
use scorm_package::xml::ElementId;

use super::graph;
use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The page that a resource launches is not among the files of the resource or of what it depends
    /// on.
    ///
    /// ## Why
    /// The list says what belongs to a resource; tools that split or copy packages leave out what is
    /// not on it.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"/>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES006",
        name: "launch-file-not-listed",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Strict,
        adl: ["30.7.3.9.1.1", "R-18"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        since: "0.1.0",
    }
}

/// Dependencies that are followed in search of files. Beyond that nothing is reported.
const MOST_STEPS: usize = 1_000_000;

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let listing = listing(cx);
    let mut steps = MOST_STEPS;
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        // A page that is not there has a rule of its own.
        let present =
            |name: &&str| !name.ends_with('/') && super::paths::missing(cx, href).is_none();
        let Some(name) = href.file().filter(present) else {
            continue;
        };
        let listed = listing.get(name).is_some_and(|resources| {
            graph::reaches(cx, href.node, resources, &mut steps).unwrap_or(true)
        });
        if listed {
            continue;
        }
        let draft = out.at(
            href.place(),
            format!("`{name}` is not among the files of the resource"),
        );
        let path = href.written.split(['?', '#']).next().unwrap_or_default();
        let element = href.node.qualified_name().replace("resource", "file");
        let file = format!("<{element} href=\"{}\"/>", crate::finding::escape(path));
        draft.fix("List it", vec![super::paths::add_child(href.node, &file)]);
    }
}

/// For each file the resources that list it.
fn listing<'c>(cx: &'c LintCx<'_>) -> AHashMap<&'c str, AHashSet<ElementId>> {
    let mut listing: AHashMap<&str, AHashSet<ElementId>> = AHashMap::new();
    let files = cx.hrefs().iter();
    for file in files.filter(|href| href.kind == HrefKind::File) {
        // A query behind the name of a file has a rule of its own.
        let path = file.file().and_then(|file| file.split(['?', '#']).next());
        if let (Some(path), Some(resource)) = (path, file.node.parent()) {
            listing.entry(path).or_default().insert(resource.id());
        }
    }
    listing
}
