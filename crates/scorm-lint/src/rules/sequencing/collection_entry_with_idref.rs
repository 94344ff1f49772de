//! SEQ002: An entry of the sequencing collection refers to another one.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An entry of the sequencing collection refers to another one.
    ///
    /// ## Why
    /// Entries are not chained: the reference is ignored, and the settings that were meant are missing.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing IDRef="b"/>
    /// <imsss:sequencingCollection>
    ///   <imsss:sequencing ID="a"><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    ///   <imsss:sequencing ID="b" IDRef="a"/>
    /// </imsss:sequencingCollection>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing IDRef="a"/>
    /// <imsss:sequencingCollection>
    ///   <imsss:sequencing ID="a"><imsss:deliveryControls tracked="false"/></imsss:sequencing>
    /// </imsss:sequencingCollection>
    /// ```
    pub static RULE = {
        code: "SEQ002",
        name: "collection-entry-with-idref",
        category: Sequencing,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.4", "S-11"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write the settings themselves into this entry, and remove `IDRef`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for reference in super::collection::entries(cx).filter_map(|entry| entry.attribute("IDRef")) {
        out.at(
            reference,
            "an entry of the collection cannot refer to another",
        );
    }
}
