//! SEQ006: Auxiliary resources are declared.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Auxiliary resources are declared.
    ///
    /// ## Why
    /// No version of SCORM says what an LMS does with them, so it does nothing.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:auxiliaryResources>
    ///     <imsss:auxiliaryResource auxiliaryResourceID="help" purpose="help"/>
    ///   </imsss:auxiliaryResources>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ006",
        name: "auxiliary-resources-used",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.8", "S-15"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Remove `<imsss:auxiliaryResources>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.all(Vocabulary::Imsss, "auxiliaryResources") {
        out.at(node, "auxiliary resources have no effect in SCORM");
    }
}
