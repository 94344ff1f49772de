//! SCH005: An element occurs more often than the schema allows.

use super::names;
use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element occurs more often than the schema allows.
    ///
    /// ## Why
    /// It is undefined which of them counts: LMSs take the first, the last, or refuse the manifest.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Lesson</title>
    ///   <title>Lektion</title>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1">
    ///   <title>Lesson</title>
    /// </item>
    /// ```
    pub static RULE = {
        code: "SCH005",
        name: "repeated-element",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-1", "X-2", "X-7", "X-14", "X-18", "X-19", "30.5", "30.6", "30.7", "S-14", "S-38", "N-3", "M-9", "M-10", "R-19"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove it, or join it with the one before.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let FaultKind::RepeatedElement { max } = fault.kind else {
            continue;
        };
        let (name, parent) = (fault.node.qualified_name(), names::parent(fault.node));
        out.at(
            fault.node,
            format!("<{parent}> may have {max} <{name}>; this is one more"),
        )
        .suggest(format!(
            "Remove this `<{name}>`, or join it with the one before."
        ));
    }
}
