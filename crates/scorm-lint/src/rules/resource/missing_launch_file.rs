//! RES002: The page that a resource launches is not in the package.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The page that a resource launches is not in the package.
    ///
    /// ## Why
    /// The learner sees an error page instead of the course.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="start.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html?start=1#top">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES002",
        name: "missing-launch-file",
        category: Files,
        severity: Error,
        level: Basic,
        adl: ["P-17"],
        spec: "CAM 3, Content Packaging",
        mend: "Add {1} to the package, or correct the href.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        if let Some(name) = super::paths::missing(cx, href) {
            out.missing_file(cx, href.place(), name);
        }
    }
}
