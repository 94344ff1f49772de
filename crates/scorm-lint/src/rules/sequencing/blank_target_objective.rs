//! SEQ016: A map leads to a global objective with an empty id.

use scorm_package::xml::Vocabulary;

use crate::activity::objective_id;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A map leads to a global objective with an empty id.
    ///
    /// ## Why
    /// The map has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="p1"><imsss:mapInfo targetObjectiveID="" writeSatisfiedStatus="true"/></imsss:primaryObjective>
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
        code: "SEQ016",
        name: "blank-target-objective",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.10.2.4.1", "S-40", "S-52"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write the id of a global objective into `targetObjectiveID`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let imsss = cx.all(Vocabulary::Imsss, "mapInfo");
    for map in imsss.chain(cx.all(Vocabulary::Adlseq, "mapInfo")) {
        if let Some(target) = map.attribute("targetObjectiveID")
            && objective_id(target.value()).is_empty()
        {
            out.at(target, "targetObjectiveID is empty");
        }
    }
}
