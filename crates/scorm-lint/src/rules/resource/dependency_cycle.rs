//! RES018: A resource depends on itself, directly or through others.

use scorm_package::xml::Vocabulary;

use super::graph;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource depends on itself, directly or through others.
    ///
    /// ## Why
    /// It says nothing that is not known already, and tools that follow dependencies without care never
    /// end.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <dependency identifierref="r2"/>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="asset">
    ///   <file href="a.js"/>
    ///   <dependency identifierref="r1"/>
    /// </resource>
    /// //- a.js
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <dependency identifierref="r2"/>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="asset"><file href="a.js"/></resource>
    /// //- a.js
    /// ```
    pub static RULE = {
        code: "RES018",
        name: "dependency-cycle",
        category: Files,
        severity: Warning,
        level: Standard,
        spec: "CAM 3, Content Packaging",
        mend: "Remove one of the dependencies of this circle, such as that on {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.all(Vocabulary::Imscp, "dependency").next().is_none() {
        return;
    }
    let circles = graph::circles(cx);
    for resource in cx.resources() {
        for (reference, target) in graph::dependencies(cx, resource) {
            if circles.get(&resource.id()) == circles.get(&target.id()) {
                let message = format!("`{}` leads back to this resource", reference.value());
                out.at(reference, message);
            }
        }
    }
}
