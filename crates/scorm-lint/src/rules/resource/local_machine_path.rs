//! RES009: A path points to a disk of the author's machine.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A path points to a disk of the author's machine.
    ///
    /// ## Why
    /// `file:` URLs and drive letters mean nothing on any other machine.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="file:///C:/course/index.html">
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
        code: "RES009",
        name: "local-machine-path",
        category: Files,
        severity: Error,
        level: Standard,
        adl: ["R-9", "R-21"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy the file into the package, and write its path inside the package instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for attribute in super::paths::attributes(cx) {
        if super::paths::is_machine_path(attribute.value().trim()) {
            let message = format!("`{}` is a path of one machine", attribute.value());
            out.at(attribute, message);
        }
    }
}
