//! SEQ028: A condition compares a measure but gives no threshold.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A condition compares a measure but gives no threshold.
    ///
    /// ## Why
    /// The threshold is then 0, which is hardly what was meant.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:sequencingRules>
    ///     <imsss:preConditionRule>
    ///       <imsss:ruleConditions><imsss:ruleCondition condition="objectiveMeasureGreaterThan"/></imsss:ruleConditions>
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
        code: "SEQ028",
        name: "measure-without-threshold",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN 3, Sequencing Definition Model",
        mend: "Add `measureThreshold` with the measure that {1} is to compare with.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for node in cx.all(Vocabulary::Imsss, "ruleCondition") {
        let name = node
            .attribute("condition")
            .map_or("", |condition| condition.value().trim());
        if name.ends_with("Than") && node.attribute("measureThreshold").is_none() {
            out.at(
                node,
                format!("`{name}` without measureThreshold compares with 0"),
            );
        }
    }
}
