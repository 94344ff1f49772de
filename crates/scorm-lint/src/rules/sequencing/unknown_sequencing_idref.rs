//! SEQ004: `IDRef` names no entry of the sequencing collection.

use scorm_package::xml::Attribute;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// `IDRef` names no entry of the sequencing collection.
    ///
    /// ## Why
    /// The activity is played without the settings that were meant for it.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing IDRef="quiz"/>
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
        code: "SEQ004",
        name: "unknown-sequencing-idref",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.4.3", "S-13"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write the `ID` of an entry of the sequencing collection instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for activity in &cx.activities().list {
        let reference = activity.own.and_then(|own| own.attribute("IDRef"));
        if let Some(reference) = reference.filter(|_| activity.template.is_none()) {
            let entries = super::collection::entries(cx);
            let ids = entries.filter_map(|entry| entry.attribute("ID"));
            let near = out.nearest(reference.value(), ids.map(Attribute::value));
            let message = format!("there is no sequencing `{}`", reference.value());
            let draft = out.at(reference, message);
            if let Some(near) = near {
                draft.suggest(format!("Did you mean `{near}`?"));
            }
        }
    }
}
