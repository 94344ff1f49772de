//! SEQ057: A pre-condition rule acts on a way that does not exist.

use std::collections::BTreeSet;

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A pre-condition rule acts on a way that does not exist.
    ///
    /// ## Why
    /// `skip` and `stopForwardTraversal` act on flow, `hiddenFromChoice` on choice; where the parent
    /// allows no such way, the rule changes nothing.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>One</title>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:preConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="skip"/>
    ///       </imsss:preConditionRule>
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
    ///         <imsss:preConditionRule>
    ///           <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///           <imsss:ruleAction action="skip"/>
    ///         </imsss:preConditionRule>
    ///       </imsss:sequencingRules>
    ///     </imsss:sequencing>
    ///   </item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ057",
        name: "rule-without-effect",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Allow it in the `<imsss:controlMode>` of {1}, or remove the rule.",
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
        // Whether children are skipped also counts for rollup (requiredFor… ifNotSkipped).
        let counts = activity
            .part(Vocabulary::Adlseq, "rollupConsiderations")
            .is_some();
        for rule in activity.rules("preConditionRule") {
            let (useless, way) = match rule.action {
                "skip" => (!activities.flows(parent) && !counts, "flow"),
                "stopForwardTraversal" => (!activities.flows(parent), "flow"),
                "hiddenFromChoice" => (!parent.control("choice", true), "choice"),
                _ => continue,
            };
            if useless && seen.insert(rule.node.id()) {
                let message = format!(
                    "`{}` allows no {way}, so `{}` has no effect",
                    parent.id(),
                    rule.action
                );
                out.at(rule.node, message);
            }
        }
    }
}
