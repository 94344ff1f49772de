//! SEQ046: A cluster is satisfied by its measure and has rollup rules for satisfaction as well.

use crate::activity::is_true;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A cluster is satisfied by its measure and has rollup rules for satisfaction as well.
    ///
    /// ## Why
    /// Where the measure decides, the rules are not looked at.
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
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective objectiveID="a" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///     </imsss:objectives>
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
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective objectiveID="a" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective>
    ///     </imsss:objectives>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ046",
        name: "ignored-rollup-rule",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.4, Rollup Rule Check Subprocess",
        mend: r#"Remove the rule, or set `satisfiedByMeasure="false"` for {1}."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for cluster in cx.activities().clusters() {
        let objectives = cluster.objectives();
        let primary = objectives
            .iter()
            .find(|node| node.name() == "primaryObjective");
        let by_measure = primary.and_then(|primary| primary.attribute("satisfiedByMeasure"));
        if !by_measure.is_some_and(|flag| is_true(flag, false)) {
            continue;
        }
        for rule in cluster.rollup_rules() {
            if matches!(rule.action, "satisfied" | "notSatisfied") {
                let message = format!("`{}` is satisfied by its measure", cluster.id());
                out.at(rule.node, message);
            }
        }
    }
}
