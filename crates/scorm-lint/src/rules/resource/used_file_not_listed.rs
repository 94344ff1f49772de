//! RES032: A resource does not list files that its page uses.

use std::collections::BTreeSet;

use super::graph::{self, STEPS};
use crate::href::{HrefKind, Target};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource does not list files that its page uses.
    ///
    /// ## Why
    /// An LMS or a tool that copies a resource by its list leaves them out, and the page comes without them. What a dependency lists counts too.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="asset" href="extra.html">
    ///   <file href="extra.html"/>
    /// </resource>
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="logo.png" alt="Logo"></body></html>
    /// //- logo.png
    /// (a picture)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="extra.html">
    ///   <file href="extra.html"/>
    ///   <file href="logo.png"/>
    /// </resource>
    /// //- extra.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="logo.png" alt="Logo"></body></html>
    /// //- logo.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "RES032",
        name: "used-file-not-listed",
        category: Files,
        severity: Info,
        level: Standard,
        spec: "CAM 3, Content Packaging",
        mend: "List {1} as `<file>` of the resource.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let mut steps = STEPS;
    let listing = graph::listing(cx);
    let hrefs = cx.hrefs().iter();
    for href in hrefs.filter(|href| href.kind == HrefKind::Resource) {
        let page = href.file().and_then(|file| scripts.page(file));
        let Some(page) = page else {
            continue;
        };
        let used: BTreeSet<&str> = page
            .references
            .iter()
            .filter(|reference| reference.kind.is_fetched())
            .filter_map(|reference| match &reference.target {
                Target::Local(name) => cx.files_ignoring_case(name).next(),
                _ => None,
            })
            .map(|file| file.name.as_str())
            .collect();
        let mut missing = used.into_iter().filter(|name| {
            let listed = listing.get(&name.to_lowercase());
            !listed.is_some_and(|resources| {
                graph::reaches(cx, href.node, resources, &mut steps).unwrap_or(true)
            })
        });
        let Some(first) = missing.next() else {
            continue;
        };
        let message = match missing.count() {
            0 => format!("`{first}` is used by `{}` and not listed", page.file),
            more => {
                let page = &page.file;
                format!("`{first}` and {more} more are used by `{page}` and not listed")
            }
        };
        out.at(href.node, message);
    }
}
