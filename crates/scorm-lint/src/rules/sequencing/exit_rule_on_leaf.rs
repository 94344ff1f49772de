//! SEQ052: An activity without children has an exit rule.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity without children has an exit rule.
    ///
    /// ## Why
    /// Exit rules are looked at on the way from the root to the parent of the current activity; those
    /// of the activity itself never are.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:exitConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="exit"/>
    ///     </imsss:exitConditionRule>
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
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ052",
        name: "exit-rule-on-leaf",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, TB.2.1, Sequencing Exit Action Rules Subprocess",
        mend: "Move the exit rules of {1} to its parent, or remove them.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for leaf in cx
        .activities()
        .list
        .iter()
        .filter(|activity| activity.is_leaf())
    {
        for rule in leaf.rules("exitConditionRule") {
            if seen.insert(rule.node.id()) {
                out.at(
                    rule.node,
                    format!("the exit rules of the leaf `{}` are not used", leaf.id()),
                );
            }
        }
    }
}
