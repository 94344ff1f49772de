//! API027: An API call is put off with a timer or promise while the page goes away.

use super::session;
use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::{Findings, LintCx};

declare_rule! {
    /// An API call is put off with a timer or promise while the page goes away.
    ///
    /// ## Why
    /// The page is gone before the timer fires or the promise resolves: the call never happens.
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
    ///   setTimeout(function () { api.Terminate(""); }, 0);
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
    ///   api.Terminate("");
    /// });
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API027",
        name: "deferred-call-in-unload",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        mend: "Call {1} directly, without a timer or promise, while the page goes away.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::all(cx) {
        for (call, events) in &session.calls {
            if events.within(Events::AFTER_UNLOAD) {
                let word = scripts.called(call);
                let message =
                    format!("`{word}` is put off while the page goes away and never happens");
                session.report(out, call, &message);
            }
        }
    }
}
