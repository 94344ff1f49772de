//! API010: Initialize is called twice in a row.

use super::session;
use crate::rule::declare_rule;
use crate::rules::lms::breaks::{self, Cause};
use crate::script::run::Run;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Initialize is called twice in a row.
    ///
    /// ## Why
    /// The second call fails with error 103 (101 in SCORM 1.2). Scripts that check the answer then
    /// believe that there is no LMS. Moodle forgets everything that was not committed.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.Initialize("");
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
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API010",
        name: "initialize-twice",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Call `{Initialize}("")` once, and remember that it was."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::all(cx) {
        let run = Run::of_load(scripts, session.launch);
        let mut is_running = false;
        for step in &run.steps {
            match step.call.function {
                ApiFunction::Terminate => is_running = false,
                ApiFunction::Initialize if step.conditional => {}
                ApiFunction::Initialize if is_running => {
                    let also = breaks::also(cx, Cause::SecondInitialize);
                    let message = format!("Initialize was already called before this{also}");
                    session.report(out, step.call, &message);
                }
                ApiFunction::Initialize => is_running = true,
                _ => {}
            }
        }
    }
}
