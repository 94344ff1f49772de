//! SEQ018: Several objectives of an activity write the same information to one global objective.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use super::maps;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Several objectives of an activity write the same information to one global objective.
    ///
    /// ## Why
    /// Each overwrites the other, and the order in which that happens is not defined.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///     <imsss:objective objectiveID="b"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:objective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"><imsss:mapInfo targetObjectiveID="g1" writeSatisfiedStatus="true"/></imsss:primaryObjective>
    ///     <imsss:objective objectiveID="b"><imsss:mapInfo targetObjectiveID="g2" writeSatisfiedStatus="true"/></imsss:objective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ018",
        name: "several-write-maps",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.10.1.4.7.1", "31.10.1.4.7.2", "31.15.2.2.13", "S-43", "S-55"],
        spec: "SN 3, Sequencing Definition Model",
        mend: "Let only one objective write this to {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let imsss = cx.all(Vocabulary::Imsss, "objectives");
    for objectives in imsss.chain(cx.all(Vocabulary::Adlseq, "objectives")) {
        let mut seen = BTreeSet::new();
        for (map, attribute) in objectives
            .children()
            .flat_map(|one| maps::stated(one, "write"))
        {
            let target = maps::target(map);
            if !target.is_empty() && !seen.insert((attribute.name(), target.clone())) {
                let message = format!("another objective already writes this to `{target}`");
                out.at(attribute, message);
            }
        }
    }
}
