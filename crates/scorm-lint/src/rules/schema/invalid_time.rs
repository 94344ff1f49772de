//! SCH015: A duration or point in time is not written as ISO 8601.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A duration or point in time is not written as ISO 8601.
    ///
    /// ## Why
    /// A limit that cannot be read is no limit. Durations look like `PT1H30M`, points in time like
    /// `2026-01-31T09:00:00`.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="00:30:00"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT30M"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH015",
        name: "invalid-time",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-15", "X-19"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write the time in the form that the message names.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    values::must_be(cx, out, |kind| match kind {
        ValueFault::NotDuration => Some("a duration such as PT1H30M"),
        ValueFault::NotDateTime => Some("a date and time such as 2026-01-31T09:00:00"),
        _ => None,
    });
}
