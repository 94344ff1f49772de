//! API034: A raw score is set without its minimum and maximum.

use super::session;
use crate::rule::declare_rule;
use crate::rules::lms::breaks::{self, Cause};
use crate::{Findings, LintCx};

declare_rule! {
    /// A raw score is set without its minimum and maximum.
    ///
    /// ## Why
    /// An LMS can only turn 17 into a percentage if it knows that 20 was the most. Some show the
    /// raw number as a percentage, so that from 0 to 100 is the best range.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.raw", "17");
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
    /// api.Initialize("");
    /// api.SetValue("cmi.score.min", "0");
    /// api.SetValue("cmi.score.max", "100");
    /// api.SetValue("cmi.score.raw", "85");
    /// api.SetValue("cmi.score.scaled", "0.85");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API034",
        name: "score-without-range",
        category: ApiUsage,
        severity: Info,
        level: Standard,
        spec: "RTE 4.2.18, score",
        mend: "Set `{score}.max` and `{score}.min` beside the raw score.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        let raw = ["cmi.score.raw", "cmi.core.score.raw"];
        if session.sets(&["cmi.score.max", "cmi.core.score.max"]) == Some(false)
            && let Some(call) = session.first_set(&raw)
        {
            let also = breaks::also(cx, Cause::MaximumMissing);
            let message = format!("the raw score is set, and its maximum never{also}");
            session.report(out, call, &message);
        }
    }
}
