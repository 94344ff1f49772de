//! RES006: The page that a resource launches is not among the files of the resource or of what it depends on.

use super::graph;
use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::suggestion::quoted;
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
        mend: "Add a `<file>` for {1} to the resource.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let listing = graph::listing(cx);
    let mut steps = graph::STEPS;
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
        let listed = listing.get(&name.to_lowercase()).is_some_and(|resources| {
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
        let edit = super::paths::add_child(href.node, &file);
        draft.fix(format!("Add {} to the resource", quoted(&file)), vec![edit]);
    }
}
