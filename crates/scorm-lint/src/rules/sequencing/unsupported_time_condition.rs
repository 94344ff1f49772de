//! SEQ008: A rule looks at a time limit or time range.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule looks at a time limit or time range.
    ///
    /// ## Why
    /// No LMS has to evaluate `timeLimitExceeded` and `outsideAvailableTimeRange`, and ADL's own does
    /// not: the condition is always unknown.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="timeLimitExceeded"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="disabled"/>
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
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="attempted"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="disabled"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ008",
        name: "unsupported-time-condition",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        adl: ["S-22", "S-32"],
        spec: "SN 3, Sequencing Definition Model",
        mend: "Remove the condition {1}, and let the page look at the time instead.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let rule_conditions = cx.all(Vocabulary::Imsss, "ruleCondition");
    for node in rule_conditions.chain(cx.all(Vocabulary::Imsss, "rollupCondition")) {
        let Some(condition) = node.attribute("condition") else {
            continue;
        };
        let name = condition.value().trim();
        if matches!(name, "timeLimitExceeded" | "outsideAvailableTimeRange") {
            out.at(condition, format!("LMSs do not evaluate `{name}`"));
        }
    }
}
