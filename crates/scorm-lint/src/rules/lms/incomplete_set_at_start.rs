//! LMS017: The status becomes `incomplete` at every start.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::run::Run;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The status becomes `incomplete` at every start.
    ///
    /// ## Why
    /// Moodle launches a finished course for review and still stores what it sets: the completion
    /// is gone as soon as the learner looks at the course again. A course that first looks at its
    /// mode or status leaves it alone.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.completion_status", "incomplete");
    /// api.Commit("");
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
    /// if (api.GetValue("cmi.mode") !== "review" && api.GetValue("cmi.completion_status") === "unknown") {
    ///   api.SetValue("cmi.completion_status", "incomplete");
    /// }
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS017",
        name: "incomplete-set-at-start",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Set `incomplete` only where {1} is new and the mode is `normal`.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::IncompleteInReview) else {
        return;
    };
    let scripts = cx.scripts();
    for session in session::all(cx) {
        let modes = ["cmi.mode", "cmi.core.lesson_mode"];
        let statuses = ["cmi.completion_status", "cmi.core.lesson_status"];
        let sets = session.uses(ApiFunction::SetValue, &statuses);
        let of_start = |value: &str| value == "incomplete";
        let mut sets = sets.iter().filter(|used| {
            let [(value, _)] = used.values.as_slice() else {
                return false;
            };
            of_start(value)
        });
        if sets.clone().next().is_none() || !session.uses(ApiFunction::GetValue, &modes).is_empty()
        {
            continue;
        }
        let run = Run::of_load(scripts, session.launch);
        let certain = run.steps.iter().filter(|step| !step.written_conditional);
        let at_start: Vec<_> = certain.map(|step| step.call.call).collect();
        let found = sets.find(|used| {
            let call = &scripts.api_calls[used.api_call];
            at_start.contains(&call.call)
        });
        if let Some(used) = found {
            let message = format!("`{}` is set at every start ({told})", used.element);
            session.tell(out, &scripts.api_calls[used.api_call], message);
        }
    }
}
