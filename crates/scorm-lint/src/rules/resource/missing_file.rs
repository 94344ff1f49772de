//! RES003: A file that a resource lists is not in the package.

use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A file that a resource lists is not in the package.
    ///
    /// ## Why
    /// Something was not packed, or the list is out of date. LMSs that copy files by the list refuse
    /// the package.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="script.js"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="script.js"/>
    /// </resource>
    /// //- script.js
    /// ```
    pub static RULE = {
        code: "RES003",
        name: "missing-file",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["P-17"],
        spec: "CAM 3, Content Packaging",
        mend: "Add {1} to the package, or remove this `<file>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx.hrefs().iter().filter(|href| href.kind == HrefKind::File) {
        if let Some(name) = super::paths::missing(cx, href) {
            out.missing_file(cx, href.place(), name);
        }
    }
}
