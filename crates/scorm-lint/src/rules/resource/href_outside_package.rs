//! RES012: A path climbs above the package root.

use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A path climbs above the package root.
    ///
    /// ## Why
    /// Nothing outside the package is imported, and LMSs refuse such paths as an attack.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="../index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="pages/../index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES012",
        name: "href-outside-package",
        category: Files,
        severity: Error,
        level: Basic,
        adl: ["P-19", "P-25"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the file into the package, and write its path inside the package instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for href in cx
        .hrefs()
        .iter()
        .filter(|href| href.target == Target::Outside)
    {
        out.at(
            href.place(),
            format!("`{}` leads out of the package", href.url),
        );
    }
}
