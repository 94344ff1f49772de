//! SEQ041: A rule looks at the status of an activity that is not tracked.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule looks at the status of an activity that is not tracked.
    ///
    /// ## Why
    /// Nothing is recorded for it, so its status stays unknown and the rule never acts.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="exitAll"/>
    ///     </imsss:postConditionRule>
    ///   </imsss:sequencingRules>
    ///   <imsss:deliveryControls tracked="false"/>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="exitAll"/>
    ///     </imsss:postConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ041",
        name: "rule-on-untracked-activity",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: r#"Set `tracked="true"` for {1}, or remove the condition."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in cx
        .activities()
        .list
        .iter()
        .filter(|activity| !activity.is_tracked())
    {
        for condition in activity.all_rules().flat_map(|rule| &rule.conditions) {
            let status = matches!(condition.name, "satisfied" | "completed")
                || condition.name.starts_with("objectiveMeasure") && !condition.negated;
            if status && seen.insert(condition.node.id()) {
                let message = format!("`{}` is not tracked", activity.id());
                out.at(condition.node, message);
            }
        }
    }
}
