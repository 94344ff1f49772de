//! API006: Terminate is called by the course itself and not when the learner leaves the page.

use super::session;
use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Terminate is called by the course itself and not when the learner leaves the page.
    ///
    /// ## Why
    /// Learners close the window or use the controls of the LMS. The session then ends without
    /// Terminate, and what was not committed is lost.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><button type="button" onclick="finish()">Exit</button>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function finish() { api.Terminate(""); }
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><button type="button" onclick="finish()">Exit</button>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// function finish() { api.Terminate(""); }
    /// window.addEventListener("pagehide", finish);
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API006",
        name: "no-terminate-on-leaving",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        mend: r#"Call `{Terminate}("")` on `pagehide` too, unless it has been called before."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        let events = session.events(ApiFunction::Terminate);
        if events != Events::NONE
            && !events.has(Events::LEAVING.with(Events::VISIBILITY))
            && !session.launch.scope.calls_by_name
            && let Some(call) = session.first(&[ApiFunction::Terminate])
        {
            let message = "Terminate is not called when the learner leaves the page";
            session.report(out, call, message);
        }
    }
}
