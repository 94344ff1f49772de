//! LMS007: Commit is called by a timer every few seconds.

use crate::rule::declare_rule;
use crate::script::facts::Value;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Commit is called by a timer every few seconds.
    ///
    /// ## Why
    /// Every Commit is a request to the server. With a class of learners that is a load which some
    /// LMSs answer by refusing calls.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// setInterval(function () { api.Commit(""); }, 1000);
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// setInterval(function () { api.Commit(""); }, 60000);
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS007",
        name: "commit-in-short-interval",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: r#"Call `{Commit}("")` after something worth saving has changed, not by the clock."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.facts.calls_named("setInterval") {
        let [action, pause, ..] = call.arguments.as_slice() else {
            continue;
        };
        let Some(Value::Number(pause)) = scripts.flow.constant(&scripts.facts, &pause.value) else {
            continue;
        };
        let functions = scripts.flow.functions(&action.value);
        let commits = scripts.api_calls.iter().any(|api_call| {
            let inside = scripts.facts.call(api_call.inner).function;
            api_call.function == ApiFunction::Commit
                && inside.is_some_and(|function| functions.contains(&function))
        });
        if commits && pause < 10_000.0 {
            let message = format!("Commit is called every {pause} milliseconds");
            scripts.report(out, call, message);
        }
    }
}
