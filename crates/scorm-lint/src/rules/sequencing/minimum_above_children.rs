//! SEQ031: A rollup rule demands more children than the cluster has.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rollup rule demands more children than the cluster has.
    ///
    /// ## Why
    /// The count can never be reached, so the rule never acts.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="atLeastCount" minimumCount="3">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
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
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="atLeastCount" minimumCount="2">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ031",
        name: "minimum-above-children",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.4, Rollup Rule Check Subprocess",
        mend: "Lower `minimumCount` to the number of tracked children of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities.clusters() {
        let tracked = activities
            .children_of(cluster)
            .filter(|c| c.is_tracked())
            .count();
        for rule in cluster
            .rollup_rules()
            .iter()
            .filter(|rule| rule.child_set == "atLeastCount")
        {
            let Some(minimum) = rule.node.attribute("minimumCount") else {
                continue;
            };
            if minimum
                .value()
                .trim()
                .parse::<usize>()
                .is_ok_and(|count| count > tracked)
            {
                let message = format!(
                    "`{}` has {tracked} tracked children; {} can never be reached",
                    cluster.id(),
                    minimum.value().trim()
                );
                out.at(minimum, message);
            }
        }
    }
}
