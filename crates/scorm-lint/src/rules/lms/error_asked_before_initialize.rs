//! LMS029: The last error is asked for before Initialize, and nothing catches what an LMS throws.

use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::run::Run;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The last error is asked for before Initialize, and nothing catches what an LMS throws.
    ///
    /// ## Why
    /// Moodle throws when `LMSGetLastError` is called before `LMSInitialize`: the script ends
    /// there, and the course never begins.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// var error = api.LMSGetLastError();
    /// api.LMSInitialize("");
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
    /// var error = api.LMSGetLastError();
    /// window.addEventListener("pagehide", function () { api.LMSFinish(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS029",
        name: "error-asked-before-initialize",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_12,
        fix: Safe,
        mend: r#"Ask for the error behind `{Initialize}("")`, inside `try`."#,
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::ErrorBeforeInitialize) else {
        return;
    };
    let scripts = cx.scripts();
    for session in session::all(cx) {
        if !session.calls_any(&[ApiFunction::GetLastError]) {
            continue;
        }
        let run = Run::of_load(scripts, session.launch);
        // Any other call sets the error, and then it can be asked for.
        let early = run.steps.first().filter(|step| {
            let call = scripts.facts.call(step.call.call);
            step.call.function == ApiFunction::GetLastError && !step.conditional && !call.in_try
        });
        if let Some(step) = early {
            let call = scripts.facts.call(step.call.call);
            let message = format!("`{}` comes before Initialize ({told})", call.shown());
            let written = code::written(cx, scripts, call).unwrap_or_default();
            let edits = code::around(
                scripts,
                call,
                "(function () { try { return ",
                "; } catch (error) { return \"0\"; } })()",
            );
            // Another function has another `this`.
            let edits =
                edits.filter(|_| !written.contains("this") && !scripts.is_vendor(call.unit));
            let draft = session.tell(out, step.call, message);
            if let (Some(draft), Some(edits)) = (draft, edits) {
                draft.fix("Catch what it throws", edits);
            }
        }
    }
}
