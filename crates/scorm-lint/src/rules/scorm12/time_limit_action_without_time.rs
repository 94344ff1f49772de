//! S12009: An item says what happens when its time is over, but gives no time.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An item says what happens when its time is over, but gives no time.
    ///
    /// ## Why
    /// `timelimitaction` belongs to `maxtimeallowed`; without it the time is never over.
    ///
    /// ## Example
    /// ```xml
    /// <adlcp:timelimitaction>exit,message</adlcp:timelimitaction>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <adlcp:maxtimeallowed>0000:30:00</adlcp:maxtimeallowed>
    /// <adlcp:timelimitaction>exit,message</adlcp:timelimitaction>
    /// ```
    pub static RULE = {
        code: "S12009",
        name: "time-limit-action-without-time",
        category: Manifest,
        severity: Info,
        level: Standard,
        versions: SCORM_12,
        spec: "SCORM 1.2 CAM, Content Packaging",
        mend: "Add `<adlcp:maxtimeallowed>`, or remove `<adlcp:timelimitaction>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for action in cx.all(Vocabulary::Adlcp, "timelimitaction") {
        let item = action.parent();
        let limit = item.and_then(|item| item.child(Vocabulary::Adlcp, "maxtimeallowed"));
        if limit.is_none() {
            out.at(action, "there is no maxtimeallowed for it");
        }
    }
}
