//! API032: A SCO never sets the time of the session.

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A SCO never sets the time of the session.
    ///
    /// ## Why
    /// The LMS then has no learning time to report, or counts the time the window was open. Moodle
    /// stores `P` as the total time in SCORM 2004, which is no duration.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.completion_status", "completed");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.completion_status", "completed");
    /// api.SetValue("cmi.session_time", "PT5M");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API032",
        name: "session-time-never-set",
        category: ApiUsage,
        severity: Info,
        level: Strict,
        spec: "RTE 4.2.19, session_time",
        mend: r#"Set `{session_time}` before `{Terminate}("")`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        if session.sets(&["cmi.session_time", "cmi.core.session_time"]) == Some(false)
            && let Some(first) = session.first(&[ApiFunction::SetValue])
        {
            let message = "values are set, and never the session time";
            session.report(out, first, message);
        }
    }
}
