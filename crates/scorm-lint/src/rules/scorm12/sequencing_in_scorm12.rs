//! S12010: A package of SCORM 1.2 has sequencing rules.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A package of SCORM 1.2 has sequencing rules.
    ///
    /// ## Why
    /// Sequencing came with SCORM 2004. An LMS plays the course as if the rules were not there.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Lesson</title>
    ///   <imsss:sequencing xmlns:imsss="http://www.imsglobal.org/xsd/imsss"/>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "S12010",
        name: "sequencing-in-scorm12",
        category: Manifest,
        severity: Warning,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Remove the sequencing, and use `<adlcp:prerequisites>` where the order matters.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for sequencing in cx.all(Vocabulary::Imsss, "sequencing") {
        out.at(sequencing, "SCORM 1.2 has no sequencing");
    }
}
