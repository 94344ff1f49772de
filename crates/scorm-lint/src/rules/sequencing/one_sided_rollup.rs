//! SEQ060: A cluster says when it is satisfied and not when it is not, or the other way round.

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster says when it is satisfied and not when it is not, or the other way round.
    ///
    /// ## Why
    /// One rule of its own switches both default rules off (RB.1.2). The status then stays unknown where it should become the other, and conditions that wait for it never act. The same is true of `completed` and `incomplete`.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="c1">
    ///   <title>Chapter</title>
    ///   <item identifier="i1" identifierref="r1"><title>Test</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:controlMode flow="true"/>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="all">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="c1">
    ///   <title>Chapter</title>
    ///   <item identifier="i1" identifierref="r1"><title>Test</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:controlMode flow="true"/>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="all">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///       <imsss:rollupRule childActivitySet="any">
    ///         <imsss:rollupConditions><imsss:rollupCondition operator="not" condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="notSatisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SEQ060",
        name: "one-sided-rollup",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN RB.1.2, Objective Rollup",
        mend: "Add a rollup rule with the action {2}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for cluster in cx.activities().clusters() {
        let rules = cluster.rollup_rules();
        let says = |action: &str| rules.iter().find(|rule| rule.action == action);
        // Satisfied by its measure, the rules about it are ignored anyway.
        let objectives = cluster.objectives();
        let by_measure = objectives
            .iter()
            .filter(|node| node.name() == "primaryObjective")
            .find_map(|primary| primary.attribute("satisfiedByMeasure"))
            .is_some_and(|flag| is_true(flag, false));
        for (one, other) in [("satisfied", "notSatisfied"), ("completed", "incomplete")] {
            if by_measure && one == "satisfied" {
                continue;
            }
            let (found, missing) = match (says(one), says(other)) {
                (Some(found), None) => (found, other),
                (None, Some(found)) => (found, one),
                _ => continue,
            };
            let message = format!(
                "`{}` has a rule for {} and none for `{missing}`",
                cluster.id(),
                found.action
            );
            out.at(found.node, message);
        }
    }
}
