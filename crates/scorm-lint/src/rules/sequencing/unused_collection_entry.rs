//! SEQ005: An entry of the sequencing collection is used by nothing.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An entry of the sequencing collection is used by nothing.
    ///
    /// ## Why
    /// It has no effect; perhaps a reference to it was forgotten.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencingCollection>
    ///   <imsss:sequencing ID="quiz"><imsss:limitConditions attemptLimit="2"/></imsss:sequencing>
    /// </imsss:sequencingCollection>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing IDRef="quiz"/>
    /// <imsss:sequencingCollection>
    ///   <imsss:sequencing ID="quiz"><imsss:limitConditions attemptLimit="2"/></imsss:sequencing>
    /// </imsss:sequencingCollection>
    /// ```
    pub static RULE = {
        code: "SEQ005",
        name: "unused-collection-entry",
        category: Sequencing,
        severity: Info,
        level: Pedantic,
        versions: SCORM_2004,
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Remove the entry {1}, or refer to it by `IDRef`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for activity in &cx.activities().unused {
        if let Some(id) = activity.node.attribute("ID") {
            out.at(id, format!("nothing uses the sequencing `{}`", id.value()));
        }
    }
}
