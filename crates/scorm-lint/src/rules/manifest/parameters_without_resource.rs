//! MAN024: An item has parameters but refers to no resource.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item has parameters but refers to no resource.
    ///
    /// ## Why
    /// Parameters are for the launch of a resource; here they have no effect.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" parameters="?page=1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1"><title>Lesson</title></item>
    /// </item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1">
    ///   <title>Module</title>
    ///   <item identifier="i2" identifierref="r1" parameters="?page=1"><title>Lesson</title></item>
    /// </item>
    /// ```
    pub static RULE = {
        code: "MAN024",
        name: "parameters-without-resource",
        category: Manifest,
        severity: Warning,
        level: Standard,
        adl: ["I-7"],
        spec: "CAM 3, Content Packaging",
        mend: "Remove `parameters`, or give the item an `identifierref`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for item in cx
        .items()
        .filter(|item| item.attribute("identifierref").is_none())
    {
        if let Some(parameters) = item.attribute("parameters") {
            out.at(
                parameters,
                "parameters without identifierref have no effect",
            );
        }
    }
}
