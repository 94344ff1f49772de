//! RES021: No item and no dependency refers to a resource.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// No item and no dependency refers to a resource.
    ///
    /// ## Why
    /// It is never launched and belongs to nothing that is; perhaps a reference was forgotten.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="index.html?2"><file href="index.html"/></resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>One</title></item>
    /// <item identifier="i2" identifierref="r2"><title>Two</title></item>
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="index.html?2"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES021",
        name: "unreferenced-resource",
        category: Files,
        severity: Info,
        strict: Warning,
        level: Standard,
        adl: ["R-1"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove the resource {1}, or let an item or a dependency refer to it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let referring = cx.items().chain(cx.all(Vocabulary::Imscp, "dependency"));
    let used: BTreeSet<&str> = referring
        .filter_map(|node| node.attribute("identifierref"))
        .map(|reference| reference.value().trim())
        .collect();
    for resource in cx.resources() {
        if let Some(id) = resource.attribute("identifier")
            && !used.contains(id.value().trim())
        {
            out.at(
                resource,
                format!("nothing refers to the resource `{}`", id.value().trim()),
            );
        }
    }
}
