//! SEQ043: Two rollup rules of a cluster come to opposite results under the same conditions.

use crate::activity::{RollupRule, compared, same_conditions};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// Two rollup rules of a cluster come to opposite results under the same conditions.
    ///
    /// ## Why
    /// `satisfied` wins over `notSatisfied` and `completed` over `incomplete`, so the other rule never
    /// counts.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule>
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="attempted"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="completed"/>
    ///       </imsss:rollupRule>
    ///       <imsss:rollupRule>
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="attempted"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="incomplete"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule>
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="attempted"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="completed"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ043",
        name: "contradictory-rollup-rules",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.2 and RB.1.3, rollup using rules",
        mend: "Give this rule conditions of its own, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for cluster in cx.activities().clusters() {
        let rules = compared(cluster.rollup_rules());
        for rule in rules {
            let winner = match rule.action {
                "notSatisfied" => "satisfied",
                "incomplete" => "completed",
                _ => continue,
            };
            let beaten = rules.iter().any(|other| {
                other.action == winner
                    && other.child_set == rule.child_set
                    && (other.all == rule.all || rule.conditions.len() == 1)
                    && minimum(other) == minimum(rule)
                    && same_conditions(&other.conditions, &rule.conditions)
            });
            if beaten {
                let message = format!("`{winner}` follows from the same conditions and wins");
                out.at(rule.node, message);
            }
        }
    }
}

fn minimum(rule: &RollupRule<'_>) -> String {
    let names = ["minimumCount", "minimumPercent"];
    let values = names
        .into_iter()
        .filter_map(|name| rule.node.attribute(name));
    values
        .map(|found| found.value().trim().to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
