//! SEQ025: A post-condition rule is never looked at, because an earlier one always acts first.

use std::collections::BTreeSet;

use crate::activity::{COMPARED, same_conditions};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A post-condition rule is never looked at, because an earlier one always acts first.
    ///
    /// ## Why
    /// The first post-condition rule that is true wins. Behind one with the same conditions, or with
    /// `always`, nothing comes to its turn.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="continue"/>
    ///     </imsss:postConditionRule>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="exitAll"/>
    ///     </imsss:postConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="exitAll"/>
    ///     </imsss:postConditionRule>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="continue"/>
    ///     </imsss:postConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ025",
        name: "shadowed-rule",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, UP.2, Sequencing Rules Check Process",
        mend: "Put this rule in front of the one that comes before it, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        let rules = activity.rules("postConditionRule");
        let rules: Vec<_> = rules.take(COMPARED).collect();
        for (at, rule) in rules.iter().enumerate() {
            let shadow = rules[..at].iter().find(|earlier| {
                earlier.is_always()
                    || (earlier.action != rule.action
                        && earlier.all == rule.all
                        && !rule.conditions.is_empty()
                        && same_conditions(&earlier.conditions, &rule.conditions))
            });
            if let Some(shadow) = shadow
                && seen.insert(rule.node.id())
            {
                let line = rule.node.document().place(shadow.node.span()).line;
                let message = format!("the rule at line {line} always comes before this one");
                out.at(rule.node, message);
            }
        }
    }
}
