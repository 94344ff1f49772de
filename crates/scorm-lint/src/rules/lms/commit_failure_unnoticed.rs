//! LMS013: Nobody looks at whether Commit succeeded.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::Scripts;
use crate::script::facts::Usage;
use crate::script::names::CallId;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Nobody looks at whether Commit succeeded.
    ///
    /// ## Why
    /// Moodle and ILIAS mark values as sent before they send them. After one failure (the server is
    /// busy, the learner has to log in again) they are never sent again, and the next Commit says
    /// `true`. A course that looks at the answer can set them once more.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// api.LMSSetValue("cmi.core.lesson_location", "3");
    /// api.LMSCommit("");
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
    /// function save(location) {
    ///   api.LMSSetValue("cmi.core.lesson_location", location);
    ///   if (api.LMSCommit("") !== "true") {
    ///     setTimeout(function () { save(location); }, 5000);
    ///   }
    /// }
    /// save("3");
    /// window.addEventListener("pagehide", function () { api.LMSFinish(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS013",
        name: "commit-failure-unnoticed",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_12,
        mend: r#"Compare what `{Commit}` answers with `"true"`, and set the values again if it failed."#,
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::FailedCommitForgotten) else {
        return;
    };
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let asks = [ApiFunction::GetLastError, ApiFunction::GetDiagnostic];
        if session.calls_any(&asks) || !session.calls_any(&[ApiFunction::SetValue]) {
            continue;
        }
        let commits = session.calls.iter().map(|(call, _)| *call);
        let mut commits = commits.filter(|call| call.function == ApiFunction::Commit);
        let Some(first) = commits.clone().next() else {
            continue;
        };
        if commits.all(|call| !is_looked_at(scripts, call.call, 3)) {
            let message = format!("nobody looks at whether this succeeded ({told})");
            session.tell(out, first, message);
        }
    }
}

/// Is the answer of a call looked at, here or where its function is called?
fn is_looked_at(scripts: &Scripts, id: CallId, depth: u32) -> bool {
    let call = scripts.facts.call(id);
    if !call.result.returned || depth == 0 {
        return call.usage != Usage::Ignored;
    }
    let callers = call.function.and_then(|own| scripts.callers.get(&own));
    // Whoever calls it by another name may look at it.
    callers.is_none_or(|callers| {
        callers
            .iter()
            .any(|caller| is_looked_at(scripts, *caller, depth - 1))
    })
}
