//! SCH006: An attribute that the schema demands is missing.

use crate::content_model::FaultKind;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An attribute that the schema demands is missing.
    ///
    /// ## Why
    /// Identifiers, references and conditions are what an LMS works with; where one is missing, the
    /// element cannot be used.
    ///
    /// ## Example
    /// ```xml
    /// <resource type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "SCH006",
        name: "missing-attribute",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-3", "X-5", "X-11", "X-14", "X-15", "X-16", "X-17", "30.1", "30.6.3.1", "30.6.3.6.1", "30.7.3.1", "30.7.3.2", "30.7.3.9.2", "30.7.3.10.1", "S-21", "S-23", "S-35", "S-40", "S-49", "S-52", "I-23", "M-1", "O-4", "I-1", "R-3", "R-5", "R-20"],
        spec: "CAM 3, Content Packaging",
        mend: "Add the attribute {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for fault in cx.faults() {
        let FaultKind::MissingAttribute { name } = &fault.kind else {
            continue;
        };
        out.at(
            fault.node,
            format!("<{}> has no `{name}`", fault.node.qualified_name()),
        );
    }
}
