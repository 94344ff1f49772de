//! PRF004: The API is called on an event that comes many times a second.

use scorm_runtime::ApiFunction;

use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::rules::lms::breaks::{self, Cause};
use crate::script::events::Events;
use crate::{Findings, LintCx};

declare_rule! {
    /// The API is called on an event that comes many times a second.
    ///
    /// ## Why
    /// Each call is work for the LMS, each Commit a request to its server. Collect what happened
    /// and store it once.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("scroll", function () {
    ///   api.SetValue("cmi.location", String(window.scrollY));
    /// });
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
    /// window.addEventListener("pagehide", function () {
    ///   api.SetValue("cmi.location", String(window.scrollY));
    ///   api.Terminate("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "PRF004",
        name: "api-call-in-frequent-event",
        category: Performance,
        severity: Warning,
        level: Standard,
        mend: "Call {1} when the movement ends, or every few seconds at most.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::all(cx) {
        // Where functions are started by computed names, as bundlers write it, most events seem to
        // reach most functions.
        let scope = &session.launch.scope;
        if scope.calls_by_name || scope.calls_properties {
            continue;
        }
        for (call, events) in &session.calls {
            let is_data = matches!(
                call.function,
                ApiFunction::SetValue | ApiFunction::GetValue | ApiFunction::Commit
            );
            let is_certain = !scripts.facts.call(call.call).conditional;
            if is_data && is_certain && events.has(Events::FREQUENT) {
                let word = scripts.called(call);
                let also = breaks::also(cx, Cause::CallIsRequest);
                let message = format!("`{word}` is called many times a second{also}");
                session.report(out, call, &message);
            }
        }
    }
}
