//! MAN035: An item says what happens when its time is over, but gives no time.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item says what happens when its time is over, but gives no time.
    ///
    /// ## Why
    /// `timeLimitAction` belongs to `attemptAbsoluteDurationLimit`; without the limit the time is never
    /// over.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>
    /// <imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT30M"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "MAN035",
        name: "time-limit-action-without-limit",
        category: Manifest,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        spec: "CAM 3, Content Packaging",
        mend: "Add `attemptAbsoluteDurationLimit` to the activity, or remove the time limit action.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for activity in &cx.activities().list {
        let limit = activity.setting(
            Vocabulary::Imsss,
            "limitConditions",
            "attemptAbsoluteDurationLimit",
        );
        if let Some(action) = activity.node.child(Vocabulary::Adlcp, "timeLimitAction")
            && limit.is_none()
        {
            out.at(action, "there is no attemptAbsoluteDurationLimit for it");
        }
    }
}
