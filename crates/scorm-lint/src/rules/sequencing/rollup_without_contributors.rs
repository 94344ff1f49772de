//! SEQ042: No child contributes to what a cluster rolls up.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// No child contributes to what a cluster rolls up.
    ///
    /// ## Why
    /// All children are untracked or keep out of the rollup. A rule over all of them is then true at
    /// once, a rule over some of them never.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1">
    ///     <title>One</title>
    ///     <imsss:sequencing><imsss:rollupRules rollupObjectiveSatisfied="false"/></imsss:sequencing>
    ///   </item>
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="any">
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
    ///   <imsss:sequencing>
    ///     <imsss:rollupRules>
    ///       <imsss:rollupRule childActivitySet="any">
    ///         <imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions>
    ///         <imsss:rollupAction action="satisfied"/>
    ///       </imsss:rollupRule>
    ///     </imsss:rollupRules>
    ///   </imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ042",
        name: "rollup-without-contributors",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, RB.1.4.2, Check Child for Rollup Subprocess",
        mend: "Let a child of {1} contribute to the rollup, or remove the rule.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for cluster in activities.clusters() {
        for rule in cluster.rollup_rules() {
            let switch = match rule.action {
                "satisfied" | "notSatisfied" => "rollupObjectiveSatisfied",
                "completed" | "incomplete" => "rollupProgressCompletion",
                _ => continue,
            };
            let contributes = activities.children_of(cluster).any(|child| {
                child.is_tracked() && child.flag(Vocabulary::Imsss, "rollupRules", switch, true)
            });
            if !contributes {
                let when = if matches!(rule.child_set, "all" | "none") {
                    "at once"
                } else {
                    "never"
                };
                let message = format!(
                    "no child of `{}` contributes: this acts {when}",
                    cluster.id()
                );
                out.at(rule.node, message);
            }
        }
    }
}
