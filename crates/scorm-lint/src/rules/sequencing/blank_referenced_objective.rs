//! SEQ010: A rule condition refers to an objective with an empty id.

use scorm_package::xml::Vocabulary;

use crate::activity::objective_id;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A rule condition refers to an objective with an empty id.
    ///
    /// ## Why
    /// No objective has an empty id. To mean the primary objective, leave the attribute out.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied" referencedObjective=""/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="skip"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="skip"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ010",
        name: "blank-referenced-objective",
        category: Sequencing,
        severity: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["S-25"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Name an objective of the activity, or remove `referencedObjective`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for condition in cx.all(Vocabulary::Imsss, "ruleCondition") {
        if let Some(reference) = condition.attribute("referencedObjective")
            && objective_id(reference.value()).is_empty()
        {
            out.at(reference, "referencedObjective is empty");
        }
    }
}
