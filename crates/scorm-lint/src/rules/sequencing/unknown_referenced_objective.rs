//! SEQ011: A rule condition refers to an objective that its activity does not have.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// A rule condition refers to an objective that its activity does not have.
    ///
    /// ## Why
    /// The condition is never true, so the rule never acts. Rules see the objectives of their own
    /// activity only; others come in through a map.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied" referencedObjective="pretest"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="skip"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied" referencedObjective="pretest"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="skip"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective/>
    ///     <imsss:objective objectiveID="pretest"/>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ011",
        name: "unknown-referenced-objective",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.6.3.1.2.1.3", "S-26"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Declare the objective {2} on {1}, or name one that it has.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in cx.activities().with_unused() {
        let known = activity.objective_ids();
        for condition in activity.all_rules().flat_map(|rule| &rule.conditions) {
            let id = &condition.objective;
            if id.is_empty() || known.contains(id) || !seen.insert(condition.node.id()) {
                continue;
            }
            let message = format!("`{}` has no objective `{id}`", activity.id());
            let reference = condition.node.attribute("referencedObjective");
            let near = out.nearest(id, known.iter().map(String::as_str));
            let draft = out.at(
                reference.map_or(Place::from(condition.node), Place::from),
                message,
            );
            if let Some(near) = near {
                draft.suggest(format!("Did you mean `{near}`?"));
            }
        }
    }
}
