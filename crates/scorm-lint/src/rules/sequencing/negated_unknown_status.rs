//! SEQ055: A rule asks for `not satisfied` or `not completed` without asking whether the status is known.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule asks for `not satisfied` or `not completed` without asking whether the status is known.
    ///
    /// ## Why
    /// While the status is unknown the negated condition is unknown as well, and the rule does not act;
    /// for an activity that was never tried, ask `not objectiveStatusKnown`.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition operator="not" condition="satisfied"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
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
    ///       <imsss:ruleConditions conditionCombination="any">
    ///         <imsss:ruleCondition operator="not" condition="satisfied"/>
    ///         <imsss:ruleCondition operator="not" condition="objectiveStatusKnown"/>
    ///       </imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ055",
        name: "negated-unknown-status",
        category: Sequencing,
        severity: Info,
        level: Pedantic,
        versions: SCORM_2004,
        spec: "SN 4, UP.2.1, Sequencing Rule Check Subprocess",
        mend: "Ask as well whether the status is known.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        for rule in activity.rules("preConditionRule") {
            for condition in rule.conditions.iter().filter(|condition| condition.negated) {
                let known = match condition.name {
                    "satisfied" => "objectiveStatusKnown",
                    "completed" => "activityProgressKnown",
                    _ => continue,
                };
                let asked = rule
                    .conditions
                    .iter()
                    .any(|other| other.name == known && other.objective == condition.objective);
                if !asked && seen.insert(condition.node.id()) {
                    let message =
                        format!("this does not act before the status is known; see {known}");
                    out.at(condition.node, message).suggest(format!(
                        "Add a condition `not {known}`, and combine both by `any`."
                    ));
                }
            }
        }
    }
}
