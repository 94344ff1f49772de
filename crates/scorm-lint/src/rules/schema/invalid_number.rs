//! SCH010: A value must be a number and is not.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A value must be a number and is not.
    ///
    /// ## Why
    /// Thresholds, weights and limits that cannot be read are dropped by the LMS, and the course
    /// behaves as if they were not there.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions attemptLimit="three"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions attemptLimit="3"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH010",
        name: "invalid-number",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-11", "X-13", "X-14", "X-15", "X-16", "S-30", "I-19", "I-20"],
        spec: "CAM 3, Content Packaging",
        mend: "Write a number.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    values::must_be(cx, out, |kind| match kind {
        ValueFault::NotDecimal => Some("a decimal number such as 0.5"),
        ValueFault::NotCount => Some("a whole number from 0"),
        _ => None,
    });
}
