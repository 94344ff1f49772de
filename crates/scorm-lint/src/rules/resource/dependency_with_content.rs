//! RES019: A `dependency` element is not empty.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A `dependency` element is not empty.
    ///
    /// ## Why
    /// It only names a resource; what stands inside is ignored.
    ///
    /// ## Example
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <dependency identifierref="r2"><x:note xmlns:x="urn:example"/></dependency>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="asset"><file href="a.js"/></resource>
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
        code: "RES019",
        name: "dependency-with-content",
        category: Files,
        severity: Warning,
        strict: Error,
        level: Strict,
        versions: SCORM_2004,
        adl: ["30.7.3.10.2", "R-24"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove what stands inside `<dependency>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for dependency in cx.all(Vocabulary::Imscp, "dependency") {
        if dependency.children().next().is_some() {
            out.at(dependency, "what stands inside a dependency is ignored");
        }
    }
}
