//! SEQ035: A rule goes back to the previous activity where only forward is allowed.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule goes back to the previous activity where only forward is allowed.
    ///
    /// ## Why
    /// The parent is forwardOnly, so the request fails and the learner stays where they are.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1">
    ///     <title>Two</title>
    ///     <imsss:sequencing>
    ///       <imsss:sequencingRules>
    ///         <imsss:postConditionRule>
    ///           <imsss:ruleConditions><imsss:ruleCondition operator="not" condition="satisfied"/><imsss:ruleCondition condition="objectiveStatusKnown"/></imsss:ruleConditions>
    ///           <imsss:ruleAction action="previous"/>
    ///         </imsss:postConditionRule>
    ///       </imsss:sequencingRules>
    ///     </imsss:sequencing>
    ///   </item>
    ///   <imsss:sequencing><imsss:controlMode flow="true" forwardOnly="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1">
    ///     <title>Two</title>
    ///     <imsss:sequencing>
    ///       <imsss:sequencingRules>
    ///         <imsss:postConditionRule>
    ///           <imsss:ruleConditions><imsss:ruleCondition operator="not" condition="satisfied"/><imsss:ruleCondition condition="objectiveStatusKnown"/></imsss:ruleConditions>
    ///           <imsss:ruleAction action="previous"/>
    ///         </imsss:postConditionRule>
    ///       </imsss:sequencingRules>
    ///     </imsss:sequencing>
    ///   </item>
    ///   <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ035",
        name: "previous-against-forward-only",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.1, Flow Tree Traversal Subprocess",
        mend: "Remove the rule, or `forwardOnly` of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for activity in &activities.list {
        let Some(parent) = activities.parent_of(activity) else {
            continue;
        };
        if !parent.control("forwardOnly", false) {
            continue;
        }
        for rule in activity.rules("postConditionRule") {
            if rule.action == "previous" {
                out.at(rule.node, format!("`{}` is forwardOnly", parent.id()));
            }
        }
    }
}
