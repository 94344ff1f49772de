//! API031: A SCO talks to the LMS and never sets its status.

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A SCO talks to the LMS and never sets its status.
    ///
    /// ## Why
    /// Without `cmi.completion_status` or `cmi.success_status` (`cmi.core.lesson_status` in SCORM
    /// 1.2) the LMS has to guess; many leave the course incomplete for ever.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.location", "3");
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
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API031",
        name: "status-never-set",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 4.2.4, completion_status",
        mend: "Set `{completion_status}` when the learner has finished.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        let status = [
            "cmi.completion_status",
            "cmi.success_status",
            "cmi.core.lesson_status",
            "cmi.progress_measure",
            "cmi.score.scaled",
        ];
        if session.sets(&status) == Some(false)
            && let Some(first) = session.first(&[ApiFunction::SetValue])
        {
            let message = "values are set, and never a status";
            session.report(out, first, message);
        }
    }
}
