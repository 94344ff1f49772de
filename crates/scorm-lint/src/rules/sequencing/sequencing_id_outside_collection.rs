//! SEQ003: The sequencing of an item or organization has an `ID`.

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// The sequencing of an item or organization has an `ID`.
    ///
    /// ## Why
    /// Only entries of the collection can be referred to, so the ID is of no use and not allowed.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing ID="s1"><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ003",
        name: "sequencing-id-outside-collection",
        category: Sequencing,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.3.4", "S-12"],
        spec: "CAM 5, Sequencing and Presentation",
        fix: Safe,
        mend: "Remove the `ID`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for activity in &cx.activities().list {
        if let Some(own) = activity.own
            && let Some(id) = own.attribute("ID")
        {
            out.at(id, "only sequencing in a collection has an ID")
                .fix("Remove the `ID`", vec![Edit::remove_attribute(own, id)]);
        }
    }
}
