//! SEQ014: Two objectives of an activity have the same id.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::activity::objective_id;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Two objectives of an activity have the same id.
    ///
    /// ## Why
    /// Rules, maps and `cmi.objectives` find an objective by its id; with two of them it is open which
    /// one is meant.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"/>
    ///     <imsss:objective objectiveID="a"/>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="a"/>
    ///     <imsss:objective objectiveID="b"/>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ014",
        name: "duplicate-objective-id",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.10.1.2.3", "31.10.2.2.3", "31.15.2.1", "S-36", "S-49"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Give one of the two objectives another id than {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let imsss = cx.all(Vocabulary::Imsss, "objectives");
    for objectives in imsss.chain(cx.all(Vocabulary::Adlseq, "objectives")) {
        let mut seen = BTreeSet::new();
        for id in objectives
            .children()
            .filter_map(|node| node.attribute("objectiveID"))
        {
            let text = objective_id(id.value());
            if !text.is_empty() && !seen.insert(text.clone()) {
                out.at(
                    id,
                    format!("this activity already has an objective `{text}`"),
                );
            }
        }
    }
}
