//! SEQ017: An objective reads the same information from several global objectives.

use std::collections::BTreeSet;

use super::maps;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An objective reads the same information from several global objectives.
    ///
    /// ## Why
    /// An objective can take its status from one global objective only; with several it is open which
    /// one counts.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="p1">
    ///       <imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="true"/>
    ///       <imsss:mapInfo targetObjectiveID="g2" readSatisfiedStatus="true"/>
    ///     </imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="p1">
    ///       <imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="true" readNormalizedMeasure="false"/>
    ///       <imsss:mapInfo targetObjectiveID="g2" readSatisfiedStatus="false" readNormalizedMeasure="true"/>
    ///     </imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ017",
        name: "several-read-maps",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.10.1.4.6.1", "31.10.1.4.6.2", "31.15.2.2.12", "S-42", "S-54"],
        spec: "SN 3, Sequencing Definition Model",
        mend: "Keep the map that is meant, and remove the other.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for objective in maps::objectives(cx) {
        let mut seen = BTreeSet::new();
        for (map, attribute) in maps::stated(objective, "read") {
            if !seen.insert(attribute.name()) {
                let message = format!("another map already states {}", attribute.name());
                out.at(
                    map.attribute(attribute.name()).unwrap_or(attribute),
                    message,
                );
            }
        }
    }
}
