//! SEQ026: An activity has the same rule twice.

use std::collections::BTreeSet;

use crate::activity::{COMPARED, same_conditions};
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An activity has the same rule twice.
    ///
    /// ## Why
    /// The second one changes nothing; perhaps it was to be something else.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
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
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ026",
        name: "duplicate-rule",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, UP.2, Sequencing Rules Check Process",
        fix: Safe,
        mend: "Remove this rule.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        for kind in ["preConditionRule", "exitConditionRule", "postConditionRule"] {
            let rules: Vec<_> = activity.rules(kind).take(COMPARED).collect();
            for (at, rule) in rules.iter().enumerate() {
                let same = rules[..at].iter().any(|earlier| {
                    earlier.action == rule.action
                        && earlier.all == rule.all
                        && !rule.conditions.is_empty()
                        && same_conditions(&earlier.conditions, &rule.conditions)
                });
                if same && seen.insert(rule.node.id()) {
                    out.at(rule.node, "this rule is there already")
                        .fix("Remove this second rule", vec![Edit::remove(rule.node)]);
                }
            }
        }
    }
}
