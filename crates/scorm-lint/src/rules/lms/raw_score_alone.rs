//! LMS021: Only the raw score is set.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::{Findings, LintCx};

declare_rule! {
    /// Only the raw score is set.
    ///
    /// ## Why
    /// Sakai takes its grade from `cmi.score.scaled` and does not look at the raw score. SCORM 2004
    /// itself compares `cmi.score.scaled` with the passing score.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.raw", "85");
    /// api.SetValue("cmi.score.min", "0");
    /// api.SetValue("cmi.score.max", "100");
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
    /// api.SetValue("cmi.score.scaled", "0.85");
    /// api.SetValue("cmi.score.raw", "85");
    /// api.SetValue("cmi.score.min", "0");
    /// api.SetValue("cmi.score.max", "100");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS021",
        name: "raw-score-alone",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        versions: SCORM_2004,
        mend: "Set `cmi.score.scaled` beside it, from -1 to 1.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::RawAlone) else {
        return;
    };
    for session in session::complete(cx) {
        if session.sets(&["cmi.score.scaled"]) == Some(false)
            && let Some(call) = session.first_set(&["cmi.score.raw"])
        {
            let message = format!("the raw score is set, and the scaled one never ({told})");
            session.tell(out, call, message);
        }
    }
}
