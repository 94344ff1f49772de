//! LMS023: A course with a score ends with `completed` and never with `passed`.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A course with a score ends with `completed` and never with `passed`.
    ///
    /// ## Why
    /// SCORM 1.2 has one status for both. OpenOLAT, where it asks for a pass, and Frappe look for
    /// `passed` alone: the learner never gets there by `completed`.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// api.LMSSetValue("cmi.core.score.raw", "90");
    /// api.LMSSetValue("cmi.core.score.max", "100");
    /// api.LMSSetValue("cmi.core.lesson_status", "completed");
    /// api.LMSCommit("");
    /// window.addEventListener("pagehide", function () { api.LMSFinish(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// var points = 90;
    /// api.LMSSetValue("cmi.core.score.raw", String(points));
    /// api.LMSSetValue("cmi.core.score.max", "100");
    /// api.LMSSetValue("cmi.core.lesson_status", points < 80 ? "failed" : "passed");
    /// api.LMSCommit("");
    /// window.addEventListener("pagehide", function () { api.LMSFinish(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS023",
        name: "completed-without-passed",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_12,
        mend: "Set {1} to `passed` where the learner has done what the course asks for.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::CompletedIsNotPassed) else {
        return;
    };
    let scripts = cx.scripts();
    // A course without a score has nothing to pass; whoever names such an LMS must know all the same.
    let mut profiles = cx.settings.lms_profiles.iter();
    let standard_too = profiles.any(|name| breaks::is_standard(name));
    for session in session::complete(cx) {
        let statuses = session.uses(ApiFunction::SetValue, &["cmi.core.lesson_status"]);
        let is_known = |word: &str| {
            let mut uses = statuses.iter();
            uses.any(|used| used.values.iter().any(|(value, _)| value.as_ref() == word))
        };
        let all_known = statuses.iter().all(|used| !used.values.is_empty());
        let is_scored = session.first_set(&["cmi.core.score.raw"]).is_some();
        if all_known
            && (is_scored || !standard_too)
            && session.names_all_elements()
            && is_known("completed")
            && !is_known("passed")
            && let Some(used) = statuses.first()
        {
            let message = format!("`{}` never becomes `passed` ({told})", used.element);
            session.tell(out, &scripts.api_calls[used.api_call], message);
        }
    }
}
