//! RES026: A resource that is launched has a `type` other than `webcontent`.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A resource that is launched has a `type` other than `webcontent`.
    ///
    /// ## Why
    /// SCORM knows only this type for what is launched; other types are for other standards.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="text/html" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>
    /// ```
    pub static RULE = {
        code: "RES026",
        name: "resource-type-not-webcontent",
        category: Files,
        severity: Warning,
        level: Strict,
        adl: ["30.7.3.2"],
        spec: "CAM 3, Content Packaging",
        mend: "Write `webcontent` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for resource in cx
        .resources()
        .filter(|resource| resource.attribute("href").is_some())
    {
        if let Some(kind) = resource.attribute("type")
            && kind.value().trim() != "webcontent"
        {
            out.at(
                kind,
                format!("type is `{}`; SCORM knows `webcontent`", kind.value()),
            );
        }
    }
}
