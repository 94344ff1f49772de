//! LMS019: A suspended course does not set its status again when the learner leaves.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::events::Events;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A suspended course does not set its status again when the learner leaves.
    ///
    /// ## Why
    /// Chamilo marks a SCO as completed when the learner leaves, unless the status was set since
    /// the last save. A course that saved `incomplete` before and leaves with `suspend` is
    /// completed there. To set the status again on `beforeunload`, without a Commit behind it,
    /// prevents that.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    /// api.LMSCommit("");
    /// window.addEventListener("pagehide", function () {
    ///   api.LMSSetValue("cmi.core.exit", "suspend");
    ///   api.LMSFinish("");
    /// });
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
    /// api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    /// api.LMSCommit("");
    /// window.addEventListener("beforeunload", function () {
    ///   api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    /// });
    /// window.addEventListener("pagehide", function () {
    ///   api.LMSSetValue("cmi.core.exit", "suspend");
    ///   api.LMSFinish("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS019",
        name: "suspended-status-not-repeated",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_12,
        mend: "Set {1} again on `beforeunload`, and do not commit behind it.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::SuspendedIsCompleted) else {
        return;
    };
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let statuses = session.uses(ApiFunction::SetValue, &["cmi.core.lesson_status"]);
        let exits = session.uses(ApiFunction::SetValue, &["cmi.core.exit"]);
        let suspends = exits.iter().any(|used| {
            used.values
                .iter()
                .any(|(value, _)| value.as_ref() == "suspend")
        });
        let repeats = |events: Events| events.has(Events::BEFORE_UNLOAD);
        let commits = session.calls_any(&[ApiFunction::Commit]);
        let saved = statuses.iter().find(|used| {
            used.values
                .iter()
                .any(|(value, _)| value.as_ref() == "incomplete")
        });
        if let Some(used) = saved
            && suspends
            && commits
            && session.names_all_elements()
            && !statuses.iter().any(|used| repeats(session.when(used)))
        {
            let message = format!("`{}` is not set again on leaving ({told})", used.element);
            session.tell(out, &scripts.api_calls[used.api_call], message);
        }
    }
}
