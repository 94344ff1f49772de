//! API002: The API is used and Initialize is never called.

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The API is used and Initialize is never called.
    ///
    /// ## Why
    /// Before Initialize every other call fails with error 122, 132 or 142 (301 in SCORM 1.2):
    /// nothing is read or stored.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
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
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API002",
        name: "initialize-missing",
        category: ApiUsage,
        severity: Error,
        level: Basic,
        spec: "RTE 3.1, API",
        mend: r#"Call `{Initialize}("")` before {1}."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let used = [
            ApiFunction::GetValue,
            ApiFunction::SetValue,
            ApiFunction::Commit,
            ApiFunction::Terminate,
        ];
        if !session.calls_any(&[ApiFunction::Initialize])
            && let Some(first) = session.first(&used)
        {
            let name = scripts.called(first);
            let message = format!("`{name}` is called and Initialize never is");
            session.report(out, first, &message);
        }
    }
}
