//! SEQ024: A rule acts always, although it has conditions that suggest otherwise.

use std::collections::BTreeSet;

use super::logic;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule acts always, although it has conditions that suggest otherwise.
    ///
    /// ## Why
    /// With `any`, one condition that always holds makes the others pointless; mostly `all` was meant.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions conditionCombination="any">
    ///         <imsss:ruleCondition condition="attempted"/>
    ///         <imsss:ruleCondition operator="not" condition="attempted"/>
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
    ///       <imsss:ruleConditions conditionCombination="any">
    ///         <imsss:ruleCondition condition="attempted"/>
    ///         <imsss:ruleCondition condition="completed"/>
    ///       </imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ024",
        name: "always-true-rule",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, UP.2.1, Sequencing Rule Check Subprocess",
        mend: "Keep only the condition that is meant.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        for rule in activity.all_rules() {
            let vacuous = rule.conditions.len() > 1
                && !rule.all
                && (rule.is_always() || logic::excluded_middle(&rule.conditions));
            if vacuous && seen.insert(rule.node.id()) {
                out.at(rule.node, "one of these conditions always holds");
            }
        }
    }
}
