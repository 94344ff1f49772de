//! RES010: A resource launches a page of another host.

use crate::href::{HrefKind, Target};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource launches a page of another host.
    ///
    /// ## Why
    /// Browsers keep pages of different hosts apart, so the page cannot reach the API of the LMS; and
    /// it is gone when the other host is.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="https://example.org/lesson.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES010",
        name: "external-launch",
        category: Files,
        severity: Warning,
        level: Standard,
        adl: ["P-22"],
        spec: "CAM 3, Content Packaging",
        mend: "Launch a page of the package that shows {1} or leads there.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.kind == HrefKind::Resource)
    {
        if href.target == Target::External && !super::paths::is_machine_path(&href.url) {
            out.at(href.place(), format!("`{}` is on another host", href.url));
        }
    }
}
