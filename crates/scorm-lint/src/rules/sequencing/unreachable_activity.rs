//! SEQ021: An activity can never be delivered, whatever the learner does.

use super::reach;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity can never be delivered, whatever the learner does.
    ///
    /// ## Why
    /// A rule that always acts, a limit of no attempts or the control modes of its parents keep it out.
    /// The work that went into it is never seen.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>One</title></item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Two</title>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:preConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="disabled"/>
    ///       </imsss:preConditionRule>
    ///     </imsss:sequencingRules>
    ///   </imsss:sequencing>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>One</title></item>
    /// <item identifier="i2" identifierref="r1">
    ///   <title>Two</title>
    ///   <imsss:sequencing>
    ///     <imsss:sequencingRules>
    ///       <imsss:preConditionRule>
    ///         <imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions>
    ///         <imsss:ruleAction action="disabled"/>
    ///       </imsss:preConditionRule>
    ///     </imsss:sequencingRules>
    ///   </imsss:sequencing>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SEQ021",
        name: "unreachable-activity",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.1 and SB.2.9, flow and choice",
        mend: "Take away what keeps {1} from being delivered, or remove the item.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    for activity in &activities.list {
        if let Some(reason) = reach::own_obstacle(activities, activity) {
            out.at(
                activity.node,
                format!("`{}` can never be delivered: {reason}", activity.id()),
            );
        }
    }
}
