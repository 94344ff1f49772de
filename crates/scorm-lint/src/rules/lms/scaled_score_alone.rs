//! LMS020: Only the scaled score is set.

use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::api::ApiCall;
use crate::script::facts::Value;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// Only the scaled score is set.
    ///
    /// ## Why
    /// Moodle takes its grade from `cmi.score.raw` alone: a course that reports only
    /// `cmi.score.scaled` gets a grade of 0, however well the learner did. The raw score beside it,
    /// from 0 to 100, is right for every LMS.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.scaled", "0.85");
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
        code: "LMS020",
        name: "scaled-score-alone",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        fix: Safe,
        mend: "Set `cmi.score.raw`, `cmi.score.min` and `cmi.score.max` beside it, as a percentage.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::ScaledAlone) else {
        return;
    };
    for session in session::complete(cx) {
        if session.sets(&["cmi.score.raw"]) == Some(false)
            && let Some(call) = session.first_set(&["cmi.score.scaled"])
        {
            let message = format!("the scaled score is set, and the raw one never ({told})");
            let edits = raw_beside(cx, call);
            if let (Some(draft), Some(edits)) = (session.tell(out, call, message), edits) {
                draft.fix("Set the raw score beside it", edits);
            }
        }
    }
}

/// The raw score as a percentage, set by the same function behind the scaled one.
fn raw_beside(cx: &LintCx<'_>, set: &ApiCall) -> Option<Vec<Edit>> {
    let scripts = cx.scripts();
    let call = scripts.facts.call(set.call);
    let [element, value] = call.arguments.as_slice() else {
        return None;
    };
    if element.value != Value::Text("cmi.score.scaled".into()) || scripts.is_vendor(call.unit) {
        return None;
    }
    let raw = match &value.value {
        Value::Text(text) => format!("\"{}\"", percent(text.trim().parse().ok()?)),
        Value::Number(number) => format!("\"{}\"", percent(*number)),
        // A variable can be read twice.
        Value::Name(_) => {
            let name = code::written(cx, scripts, (call.unit, value.span))?;
            format!("String(Math.round({name} * 10000) / 100)")
        }
        _ => return None,
    };
    let callee = code::callee(cx, scripts, call)?;
    let set = |field: &str, value: &str| format!("{callee}(\"cmi.score.{field}\", {value});");
    let statements = [set("raw", &raw), set("min", "\"0\""), set("max", "\"100\"")];
    code::behind(cx, scripts, call, &statements)
}

fn percent(scaled: f64) -> f64 {
    (scaled * 10_000.0).round() / 100.0
}
