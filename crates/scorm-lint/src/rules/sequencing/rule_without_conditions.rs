//! SEQ007: A sequencing rule has no conditions.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A sequencing rule has no conditions.
    ///
    /// ## Why
    /// A rule without conditions never acts. Write `always` if it shall act always.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule><imsss:ruleAction action="hiddenFromChoice"/></imsss:preConditionRule>
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
        code: "SEQ007",
        name: "rule-without-conditions",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.6.1.1", "31.6.2.1", "31.6.3.1", "S-17"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Add `<imsss:ruleConditions>`, with the condition `always` if the rule is to act in every case.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for kind in ["preConditionRule", "exitConditionRule", "postConditionRule"] {
        for rule in cx.all(Vocabulary::Imsss, kind) {
            if rule.child(Vocabulary::Imsss, "ruleConditions").is_none() {
                out.at(rule, "this rule has no conditions, so it never acts");
            }
        }
    }
}
