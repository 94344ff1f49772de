//! API011: Values are set and Commit is never called.

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Values are set and Commit is never called.
    ///
    /// ## Why
    /// Most LMSs store at Terminate, but a browser that crashes or a phone that sleeps never gets
    /// there. Commit after important steps keeps what was done.
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
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
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
    /// api.SetValue("cmi.location", "3");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API011",
        name: "commit-never-called",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.1.5, Commit",
        mend: r#"Call `{Commit}("")` after values that must not be lost."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        if !session.calls_any(&[ApiFunction::Commit])
            && session.calls_any(&[ApiFunction::Initialize])
            && let Some(first) = session.first(&[ApiFunction::SetValue])
        {
            let message = "values are set from here on and Commit is never called";
            session.report(out, first, message);
        }
    }
}
