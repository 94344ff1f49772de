//! SEQ047: An activity is always retried.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity is always retried.
    ///
    /// ## Why
    /// Each time the learner leaves it, it begins anew; there is no way on but to end the course.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:postConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="retry"/>
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
    ///       <imsss:ruleConditions>
    ///         <imsss:ruleCondition condition="objectiveStatusKnown"/>
    ///         <imsss:ruleCondition operator="not" condition="satisfied"/>
    ///       </imsss:ruleConditions>
    ///       <imsss:ruleAction action="retry"/>
    ///     </imsss:postConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ047",
        name: "endless-retry",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.10, Retry Sequencing Request Process",
        mend: "Give the rule a condition, or {1} an `attemptLimit`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for activity in &cx.activities().list {
        let mut rules = activity.rules("postConditionRule").enumerate();
        let Some((before, first)) = rules.find(|(_, rule)| rule.is_always()) else {
            continue;
        };
        let limited = activity.setting(Vocabulary::Imsss, "limitConditions", "attemptLimit");
        let endless = matches!(first.action, "retry" | "retryAll") && before == 0;
        if endless && limited.is_none() && seen.insert(first.node.id()) {
            out.at(
                first.node,
                format!("`{}` begins anew for ever", activity.id()),
            );
        }
    }
}
