//! API005: Terminate is called on `beforeunload` or `unload`, and never on `pagehide`.

use super::session;
use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Terminate is called on `beforeunload` or `unload`, and never on `pagehide`.
    ///
    /// ## Why
    /// On phones and tablets often neither event is sent when the learner leaves; `pagehide` is the
    /// one that all browsers send.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function finish() { api.Terminate(""); }
    /// window.onbeforeunload = finish;
    /// window.onunload = finish;
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
    /// function finish() { api.Terminate(""); }
    /// window.onbeforeunload = finish;
    /// window.onpagehide = finish;
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API005",
        name: "terminate-not-on-pagehide",
        category: ApiUsage,
        severity: Info,
        level: Standard,
        mend: r#"Call `{Terminate}("")` on `pagehide` as well."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::all(cx) {
        let events = session.events(ApiFunction::Terminate);
        let others = Events::PAGE_HIDE.with(Events::VISIBILITY);
        if events.has(Events::BEFORE_UNLOAD)
            && !events.has(others)
            && let Some(call) = session.first(&[ApiFunction::Terminate])
        {
            let message = "Terminate is called when the page unloads, and not on `pagehide`";
            session.report(out, call, message);
        }
    }
}
