//! MAN034: A resource has `adlcp:persistState`.

use scorm_package::xml::Vocabulary;
use scorm_package::{Edition, ScormVersion};

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A resource has `adlcp:persistState`.
    ///
    /// ## Why
    /// The attribute was taken out of the standard after the 2nd Edition and has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" adlcp:persistState="true" href="index.html">
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
        code: "MAN034",
        name: "removed-persist-state",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["R-2"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Remove `persistState`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.version == ScormVersion::Scorm2004(Edition::Second) {
        return;
    }
    for resource in cx.resources() {
        if let Some(attribute) = resource.attribute_of(Vocabulary::Adlcp, "persistState") {
            out.at(attribute, "persistState is no longer part of SCORM 2004")
                .fix(
                    "Remove it",
                    vec![Edit::remove_attribute(resource, attribute)],
                );
        }
    }
}
