//! SEQ019: An `adlseq:objective` names an objective that the activity does not have.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::activity::objective_id;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An `adlseq:objective` names an objective that the activity does not have.
    ///
    /// ## Why
    /// `adlseq:objectives` only adds maps to objectives of `imsss:objectives`; for one that is not
    /// there the maps have no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives><imsss:primaryObjective objectiveID="a"/></imsss:objectives>
    ///   <adlseq:objectives>
    ///     <adlseq:objective objectiveID="b"><adlseq:mapInfo targetObjectiveID="g1" writeRawScore="true"/></adlseq:objective>
    ///   </adlseq:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives><imsss:primaryObjective objectiveID="a"/></imsss:objectives>
    ///   <adlseq:objectives>
    ///     <adlseq:objective objectiveID="a"><adlseq:mapInfo targetObjectiveID="g1" writeRawScore="true"/></adlseq:objective>
    ///   </adlseq:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ019",
        name: "unknown-extended-objective",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: FOURTH,
        adl: ["31.15.2.1.4", "S-50"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Declare the objective {2} on {1}, or name one that it has.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in cx.activities().with_unused() {
        let Some(extended) = activity.part(Vocabulary::Adlseq, "objectives") else {
            continue;
        };
        let known = activity.objective_ids();
        for objective in extended.children_named(Vocabulary::Adlseq, "objective") {
            let Some(id) = objective.attribute("objectiveID") else {
                continue;
            };
            let text = objective_id(id.value());
            if !text.is_empty() && !known.contains(&text) && seen.insert(objective.id()) {
                let near = out.nearest(&text, known.iter().map(String::as_str));
                let message = format!("`{}` has no objective `{text}`", activity.id());
                let draft = out.at(id, message);
                if let Some(near) = near {
                    draft.suggest(format!("Did you mean `{near}`?"));
                }
            }
        }
    }
}
