//! SEQ012: A limit is set that SCORM leaves out of scope.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A limit is set that SCORM leaves out of scope.
    ///
    /// ## Why
    /// LMSs evaluate `attemptLimit` and hand over `attemptAbsoluteDurationLimit`; the other limits have
    /// no effect.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions endTimeLimit="2030-01-01T00:00:00"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions attemptLimit="3"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ012",
        name: "unsupported-limit",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        adl: ["S-27"],
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Remove {1}, and let the page look at the time instead.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const OUT_OF_SCOPE: &[&str] = &[
        "attemptExperiencedDurationLimit",
        "activityAbsoluteDurationLimit",
        "activityExperiencedDurationLimit",
        "beginTimeLimit",
        "endTimeLimit",
    ];
    for attribute in cx
        .all(Vocabulary::Imsss, "limitConditions")
        .flat_map(Node::attributes)
    {
        if OUT_OF_SCOPE.contains(&attribute.name()) {
            out.at(
                attribute,
                format!("LMSs do not evaluate `{}`", attribute.name()),
            );
        }
    }
}
