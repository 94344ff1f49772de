//! SEQ013: A primary objective has maps but no `objectiveID`.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A primary objective has maps but no `objectiveID`.
    ///
    /// ## Why
    /// Only an objective with an id can be mapped to a global one; the maps have no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="p1"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ013",
        name: "mapped-primary-without-id",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.10.1.2.2", "S-34"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Add an `objectiveID` to `<imsss:primaryObjective>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for primary in cx.all(Vocabulary::Imsss, "primaryObjective") {
        let mapped = primary.child(Vocabulary::Imsss, "mapInfo").is_some();
        if mapped && primary.attribute("objectiveID").is_none() {
            out.at(
                primary,
                "a primary objective with maps needs an objectiveID",
            );
        }
    }
}
