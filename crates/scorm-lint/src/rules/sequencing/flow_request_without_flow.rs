//! SEQ056: A rule continues or goes back where the parent does not flow.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule continues or goes back where the parent does not flow.
    ///
    /// ## Why
    /// The request fails, and the learner is left with an empty window.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>One</title>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:postConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="continue"/>
    ///       </imsss:postConditionRule>
    ///     </imsss:sequencingRules>
    ///   </imsss:sequencing>
    /// </item>
    /// <item identifier="i2" identifierref="r1"><title>Two</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing>
    ///       <imsss:sequencingRules>
    ///         <imsss:postConditionRule>
    ///           <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///           <imsss:ruleAction action="continue"/>
    ///         </imsss:postConditionRule>
    ///       </imsss:sequencingRules>
    ///     </imsss:sequencing>
    ///   </item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ056",
        name: "flow-request-without-flow",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.7 and SB.2.8, Continue and Previous Sequencing Request Process",
        mend: r#"Set `flow="true"` for {1}, or remove the rule."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    let mut seen = BTreeSet::new();
    for activity in &activities.list {
        let Some(parent) = activities.parent_of(activity) else {
            continue;
        };
        if activities.flows(parent) {
            continue;
        }
        for rule in activity.rules("postConditionRule") {
            let moves = matches!(rule.action, "continue" | "previous");
            if moves && seen.insert(rule.node.id()) {
                out.at(rule.node, format!("`{}` does not flow", parent.id()));
            }
        }
    }
}
