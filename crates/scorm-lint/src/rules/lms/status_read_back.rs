//! LMS014: The course decides by a status or score that it reads back.

use super::answers::{first_of_each_file, further, holder, reads, ways};
use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::facts::Call;
use crate::{Findings, LintCx};

declare_rule! {
    /// The course decides by a status or score that it reads back.
    ///
    /// ## Why
    /// Open edX answers every read of a status or score with nothing, also right after it was set,
    /// and Frappe knows two words only. A course that sets `incomplete` unless it reads `completed`
    /// takes the completion away at the next launch.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// if (api.GetValue("cmi.completion_status") !== "completed") {
    ///   api.SetValue("cmi.completion_status", "incomplete");
    /// }
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
    /// var state = JSON.parse(api.GetValue("cmi.suspend_data") || "{}");
    /// if (!state.done) {
    ///   api.SetValue("cmi.completion_status", "incomplete");
    /// }
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS014",
        name: "status-read-back",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Keep what the course must know again in `cmi.suspend_data`, and set a status only when it changes.",
        since: "0.3.0",
    }
}

const STATUSES: &[&str] = &[
    "cmi.core.lesson_status",
    "cmi.completion_status",
    "cmi.success_status",
];
const SCORES: &[&str] = &["cmi.core.score.raw", "cmi.score.raw", "cmi.score.scaled"];
/// To read one of these decides what a finished course does. Whether a course is new, as `not
/// attempted` says, is safe to ask: nothing is as good.
const FINISHED: &[&str] = &["completed", "passed", "failed"];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::StatusReadBack) else {
        return;
    };
    let scripts = cx.scripts();
    let is_read = |element: &str| STATUSES.contains(&element) || SCORES.contains(&element);
    let decisive = reads(cx, is_read).filter(|used| {
        let is_score = SCORES.contains(&used.element.as_ref());
        ways(scripts, used)
            .into_iter()
            .any(|call| decides(scripts, call, is_score))
    });
    for (used, count) in first_of_each_file(scripts, decisive) {
        let more = further(count);
        let message = format!("`{}` is read, and decides{more} ({told})", used.element);
        scripts.report(out, used.at_element(), message);
    }
}

/// Does the answer decide what a course does that was finished before?
fn decides(scripts: &Scripts, call: &Call, is_score: bool) -> bool {
    if is_score {
        return call.result.as_number && !call.result.defaulted;
    }
    let is_finished = |text: &str| FINISHED.contains(&text);
    let directly = call.result.compared.as_ref();
    directly.is_some_and(|(text, _)| is_finished(text))
        || holder(scripts, call).is_some_and(|name| {
            let mut compared = scripts.facts.comparisons.iter();
            compared.any(|compared| compared.name == name && is_finished(&compared.text))
        })
}
