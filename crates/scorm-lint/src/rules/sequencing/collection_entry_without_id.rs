//! SEQ001: An entry of the sequencing collection has no `ID`.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An entry of the sequencing collection has no `ID`.
    ///
    /// ## Why
    /// Items use an entry by its ID; without one it can never be used.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencingCollection><imsss:sequencing><imsss:deliveryControls tracked="false"/></imsss:sequencing></imsss:sequencingCollection>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing IDRef="plain"/>
    /// <imsss:sequencingCollection>
    ///   <imsss:sequencing ID="plain"><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// </imsss:sequencingCollection>
    /// ```
    pub static RULE = {
        code: "SEQ001",
        name: "collection-entry-without-id",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.3.3", "S-9"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Give this `<imsss:sequencing>` an `ID`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for entry in super::collection::entries(cx) {
        if entry.attribute("ID").is_none() {
            out.at(entry, "this entry of the collection has no ID");
        }
    }
}
