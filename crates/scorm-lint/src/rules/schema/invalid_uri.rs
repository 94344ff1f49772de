//! SCH016: A reference is not a URI.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A reference is not a URI.
    ///
    /// ## Why
    /// A `%` must be followed by two hexadecimal digits, and there is at most one `#`; otherwise every
    /// LMS reads something else.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html?done=100%">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html?done=100%25">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "SCH016",
        name: "invalid-uri",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-5", "P-18"],
        spec: "CAM 3, Content Packaging",
        mend: "Replace the characters that a URI does not allow by `%` escapes.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        if *kind == ValueFault::NotUri {
            let name = values::name(fault);
            out.at(
                values::place(fault),
                format!("{name} is `{value}`, which is not a URI"),
            );
        }
    }
}
