//! SEQ027: A condition has a `measureThreshold` but does not compare a measure.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A condition has a `measureThreshold` but does not compare a measure.
    ///
    /// ## Why
    /// The threshold counts for `objectiveMeasureGreaterThan` and `objectiveMeasureLessThan` only; here
    /// it has no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="satisfied" measureThreshold="0.8"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
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
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="objectiveMeasureGreaterThan" measureThreshold="0.8"/></imsss:ruleConditions>
    ///       <imsss:ruleAction action="hiddenFromChoice"/>
    ///     </imsss:preConditionRule>
    ///   </imsss:sequencingRules>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ027",
        name: "threshold-without-measure",
        category: Sequencing,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Remove `measureThreshold`, or compare with the measure instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.all(Vocabulary::Imsss, "ruleCondition") {
        let name = node
            .attribute("condition")
            .map_or("", |condition| condition.value().trim());
        if let Some(threshold) = node.attribute("measureThreshold")
            && !name.ends_with("Than")
        {
            out.at(threshold, format!("`{name}` does not look at a threshold"));
        }
    }
}
