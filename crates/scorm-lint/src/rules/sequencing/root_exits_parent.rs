//! SEQ009: A post-condition rule of an organization is `exitParent` or `previous`.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A post-condition rule of an organization is `exitParent` or `previous`.
    ///
    /// ## Why
    /// The organization is the root of the tree: it has no parent to exit and nothing before it.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:postConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="exitParent"/>
    ///       </imsss:postConditionRule>
    ///     </imsss:sequencingRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:postConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="exitAll"/>
    ///       </imsss:postConditionRule>
    ///     </imsss:sequencingRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ009",
        name: "root-exits-parent",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["31.6.3.2.1.1.2", "S-24"],
        spec: "SN 4, TB.2.2, Sequencing Post Condition Rules Subprocess",
        mend: "Write `exitAll` instead of {1}, or remove the rule.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for root in cx
        .activities()
        .list
        .iter()
        .filter(|activity| activity.parent.is_none())
    {
        for rule in root.rules("postConditionRule") {
            if matches!(rule.action, "exitParent" | "previous") {
                out.at(
                    rule.node,
                    format!("an organization cannot do `{}`", rule.action),
                );
            }
        }
    }
}
