//! API004: Terminate is called only on `unload`.

use super::session;
use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Terminate is called only on `unload`.
    ///
    /// ## Why
    /// Browsers are removing the `unload` event, and phones hardly ever send it: the session then
    /// never ends and its data is lost. `pagehide` is sent in its place.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("unload", function () { api.Terminate(""); });
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
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API004",
        name: "terminate-only-in-unload",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Call `{Terminate}("")` on `pagehide` instead of `unload`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::all(cx) {
        let events = session.events(ApiFunction::Terminate);
        if events.within(Events::UNLOAD.with(Events::AFTER_UNLOAD))
            && let Some(call) = session.first(&[ApiFunction::Terminate])
        {
            let message = "Terminate is called only on `unload`, which browsers are removing";
            session.report(out, call, message);
        }
    }
}
