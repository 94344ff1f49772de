//! API003: Initialize is called and Terminate is never called, or only in code that never runs.

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Initialize is called and Terminate is never called, or only in code that never runs.
    ///
    /// ## Why
    /// Without Terminate the LMS may keep nothing of the session: status, score and time are lost,
    /// and the next launch may find an attempt that is still open.
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
    /// function finish() { api.Terminate(""); }
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
    /// function finish() { api.Terminate(""); }
    /// window.addEventListener("pagehide", finish);
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API003",
        name: "terminate-missing",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Call `{Terminate}("")` when the learner leaves, for example on `pagehide`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        if session.calls_any(&[ApiFunction::Terminate]) {
            continue;
        }
        if let Some(first) = session.first(&[ApiFunction::Initialize]) {
            let units = &session.launch.scope.units;
            let mut calls = scripts.api_calls.iter();
            let exists = calls.any(|call| {
                call.function == ApiFunction::Terminate
                    && units.contains(&scripts.facts.call(call.call).unit)
            });
            let message = if exists {
                "the session begins here; the code that calls Terminate never runs"
            } else {
                "the session begins here and Terminate is never called"
            };
            session.report(out, first, message);
        }
    }
}
