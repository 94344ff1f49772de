//! SCH002: An element of the standard stands where its schema does not allow it.

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element of the standard stands where its schema does not allow it.
    ///
    /// ## Why
    /// An LMS looks for elements in their own places only, so this one has no effect or makes the
    /// import fail.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:ruleAction action="skip"/>
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
        code: "SCH002",
        name: "misplaced-element",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["X-1", "X-2", "X-7", "X-10", "S-1", "S-2", "S-3", "S-4", "S-5", "S-6", "S-7"],
        spec: "CAM 3, Content Packaging",
        mend: "Move it to where {version} expects it, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let FaultKind::MisplacedElement { expected } = &fault.kind else {
            continue;
        };
        let (name, parent) = (fault.node.qualified_name(), names::parent(fault.node));
        let allowed = if expected.is_empty() {
            "no element may".to_owned()
        } else {
            format!("only {} may", names::list(expected))
        };
        out.at(
            fault.node,
            format!("<{name}> cannot stand in <{parent}>: {allowed}"),
        );
    }
}
