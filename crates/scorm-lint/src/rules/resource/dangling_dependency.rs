//! RES017: A dependency names a resource that does not exist.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A dependency names a resource that does not exist.
    ///
    /// ## Why
    /// The files that were meant are not known to belong to the resource.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <dependency identifierref="common"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <dependency identifierref="common"/>
    /// </resource>
    /// <resource identifier="common" type="webcontent" adlcp:scormType="asset"><file href="a.js"/></resource>
    /// //- a.js
    /// ```
    pub static RULE = {
        code: "RES017",
        name: "dangling-dependency",
        category: Files,
        severity: Error,
        level: Standard,
        adl: ["30.7.3.10.1.2", "R-23"],
        spec: "CAM 3, Content Packaging",
        mend: "Write the identifier of a resource instead of {1}, or remove the dependency.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for dependency in cx.all(Vocabulary::Imscp, "dependency") {
        if let Some(reference) = dependency.attribute("identifierref")
            && cx.resource(reference.value()).is_none()
        {
            super::graph::no_such_resource(cx, out, reference);
        }
    }
}
