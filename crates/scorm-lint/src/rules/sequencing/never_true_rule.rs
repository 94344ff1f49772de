//! SEQ023: The conditions of a rule contradict each other.

use std::collections::BTreeSet;

use super::logic;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The conditions of a rule contradict each other.
    ///
    /// ## Why
    /// The rule never acts, so what it was meant to do never happens.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions conditionCombination="all">
    ///         <imsss:ruleCondition condition="satisfied"/>
    ///         <imsss:ruleCondition operator="not" condition="satisfied"/>
    ///       </imsss:ruleConditions>
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
    ///       <imsss:ruleConditions conditionCombination="all">
    ///         <imsss:ruleCondition condition="objectiveStatusKnown"/>
    ///         <imsss:ruleCondition operator="not" condition="satisfied"/>
    ///       </imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ023",
        name: "never-true-rule",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, UP.2.1, Sequencing Rule Check Subprocess",
        mend: "Change the conditions so that they can hold, or remove the rule.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        for rule in activity.all_rules() {
            if let Some(reason) = logic::never_true(activity, &rule.conditions, rule.all)
                && seen.insert(rule.node.id())
            {
                out.at(rule.node, format!("this rule never acts: {reason}"));
            }
        }
    }
}
