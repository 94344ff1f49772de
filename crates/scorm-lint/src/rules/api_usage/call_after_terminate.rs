//! API009: A value is read, set or committed after Terminate.

use super::session;
use crate::rule::declare_rule;
use crate::script::run::{Run, Step};
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A value is read, set or committed after Terminate.
    ///
    /// ## Why
    /// After Terminate the API refuses every call (error 123, 133 or 143): what is set then is
    /// lost.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("pagehide", function () {
    ///   api.Terminate("");
    ///   api.SetValue("cmi.exit", "suspend");
    /// });
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
    /// window.addEventListener("pagehide", function () {
    ///   api.SetValue("cmi.exit", "suspend");
    ///   api.Terminate("");
    /// });
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API009",
        name: "call-after-terminate",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Move {1} in front of `{Terminate}("")`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::all(cx) {
        for run in Run::all(scripts, session.launch) {
            let ends =
                |step: &Step<'_>| step.call.function == ApiFunction::Terminate && !step.conditional;
            let Some(end) = run.steps.iter().position(ends) else {
                continue;
            };
            let rest = run.steps[end + 1..].iter();
            for step in rest.take_while(|step| step.call.function != ApiFunction::Initialize) {
                let late = [
                    ApiFunction::GetValue,
                    ApiFunction::SetValue,
                    ApiFunction::Commit,
                ];
                if late.contains(&step.call.function) {
                    let name = scripts.called(step.call);
                    let message = format!("`{name}` comes after Terminate");
                    session.report(out, step.call, &message);
                }
            }
        }
    }
}
