//! RES005: An item refers to a resource that has no `href`.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An item refers to a resource that has no `href`.
    ///
    /// ## Why
    /// The href is what is launched; without it there is nothing to show.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco"><file href="index.html"/></resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES005",
        name: "missing-launch-href",
        category: Files,
        severity: Error,
        level: Basic,
        adl: ["R-10"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Add `href` with the page that {1} is to launch.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for item in cx.items() {
        let Some(resource) = cx.resource_of(item) else {
            continue;
        };
        let href = resource.attribute("href").map(|href| href.value().trim());
        if href.is_some_and(|href| !href.is_empty()) || !seen.insert(resource.id()) {
            continue;
        }
        let id = resource.attribute("identifier").map_or("", |id| id.value());
        let draft = out.at(
            resource,
            format!("the resource `{id}` is launched but has no href"),
        );
        let first = resource
            .child(Vocabulary::Imscp, "file")
            .and_then(|file| file.attribute("href"));
        if let Some(first) = first.filter(|_| href.is_none()) {
            let edit = Edit::add_attribute(resource, "href", first.value());
            draft.fix(
                format!("Launch its first file, `{}`", first.value()),
                vec![edit],
            );
        }
    }
}
