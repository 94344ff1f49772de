//! SEQ058: A map neither reads nor writes.

use super::maps;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A map neither reads nor writes.
    ///
    /// ## Why
    /// All its flags are false, so it connects nothing.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="false" readNormalizedMeasure="false"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="false" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ058",
        name: "map-without-effect",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Set one of its `read…` or `write…` attributes to `true`, or remove the map.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for map in maps::of_activities(cx) {
        if !map.reads && !map.writes {
            out.at(map.node, "this map neither reads nor writes");
        }
    }
}
