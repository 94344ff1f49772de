//! API013: Values are set, their results are ignored, and GetLastError is never called.

use super::session;
use crate::rule::declare_rule;
use crate::script::api::ApiCall;
use crate::script::facts::Usage;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Values are set, their results are ignored, and GetLastError is never called.
    ///
    /// ## Why
    /// A refused value is lost in silence: wrong element names and values go unnoticed until
    /// somebody misses the data.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// var open = api.Initialize("") === "true";
    /// api.SetValue("cmi.location", "3");
    /// api.Commit("");
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
    /// var open = api.Initialize("") === "true";
    /// if (api.SetValue("cmi.location", "3") !== "true") {
    ///   console.warn(api.GetLastError());
    /// }
    /// api.Commit("");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API013",
        name: "api-errors-never-read",
        category: ApiUsage,
        severity: Info,
        level: Strict,
        spec: "RTE 3.1.6, state management",
        mend: r#"Look at what `{SetValue}` answers, and ask `{GetLastError}()` when it is `"false"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let sets = session
            .calls
            .iter()
            .filter(|(call, _)| call.function == ApiFunction::SetValue);
        let is_ignored = |call: &ApiCall| scripts.facts.call(call.inner).usage == Usage::Ignored;
        let mut sets = sets.map(|(call, _)| *call).filter(|call| is_ignored(call));
        if !session.calls_any(&[ApiFunction::GetLastError])
            && let Some(first) = sets.next()
        {
            let message = "whether values are accepted is never looked at";
            session.report(out, first, message);
        }
    }
}
