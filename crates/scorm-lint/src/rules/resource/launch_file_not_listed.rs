//! RES006: The page that a resource launches is not among the files of the resource or of what it depends on.

use std::collections::BTreeSet;

use scorm_package::xml::Node;

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

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
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
        let mut reached = BTreeSet::new();
        super::graph::reach(cx, href.node, &mut reached);
        let mut files = cx
            .hrefs()
            .iter()
            .filter(|other| other.kind == HrefKind::File);
        let listed = files.any(|file| {
            let resource = file.node.parent().map(Node::id);
            // A query behind the name of a file has a rule of its own.
            let path = file.file().and_then(|file| file.split(['?', '#']).next());
            path == Some(name) && resource.is_some_and(|id| reached.contains(&id))
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
