//! LMS016: A score or count that is read is used as text although it may be a number.

use super::answers::{first_of_each_file, further, holder, reads, ways};
use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::facts::{Call, Value};
use crate::{Findings, LintCx};

declare_rule! {
    /// A score or count that is read is used as text although it may be a number.
    ///
    /// ## Why
    /// The API answers with text. Moodle answers reads of scores and counts with JavaScript
    /// numbers, OpenOLAT and Chamilo's classic player those of counts. Methods of text then throw,
    /// and `=== "100"` is never true.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var raw = api.GetValue("cmi.score.raw");
    /// var whole = raw.split(".")[0];
    /// document.title = whole;
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
    /// var raw = String(api.GetValue("cmi.score.raw"));
    /// var whole = raw.split(".")[0];
    /// document.title = whole;
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS016",
        name: "number-taken-for-text",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        fix: Safe,
        mend: "Make {1} text before it is used as such: `String(…)`.",
        since: "0.3.0",
    }
}

/// Members that text has and a number has not.
const OF_TEXT: &[&str] = &[
    "length",
    "split",
    "indexOf",
    "lastIndexOf",
    "charAt",
    "charCodeAt",
    "substring",
    "substr",
    "slice",
    "replace",
    "trim",
    "toLowerCase",
    "toUpperCase",
    "match",
    "search",
    "concat",
    "startsWith",
    "endsWith",
    "includes",
    "padStart",
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (cause, is_it) in [
        (Cause::ScoreIsNumber, is_score as fn(&str) -> bool),
        (Cause::CountIsNumber, |element| element.ends_with("._count")),
    ] {
        let Some(told) = breaks::told(cx, cause) else {
            continue;
        };
        let scripts = cx.scripts();
        let risky = reads(cx, is_it).filter(|used| {
            let mut ways = ways(scripts, used).into_iter();
            ways.any(|call| is_used_as_text(scripts, call))
        });
        for (used, count) in first_of_each_file(scripts, risky) {
            let more = further(count);
            let message = format!("`{}` is used as text{more} ({told})", used.element);
            let call = scripts.facts.call(scripts.api_calls[used.api_call].call);
            let edits = code::around(scripts, call, "String(", ")");
            let draft = scripts.report(out, call, message);
            if let Some(edits) = edits {
                draft.fix("Make it text by `String(…)`", edits);
            }
        }
    }
}

fn is_score(element: &str) -> bool {
    let field = element.rsplit('.').next().unwrap_or_default();
    element.contains(".score.") && matches!(field, "raw" | "min" | "max" | "scaled")
}

fn is_used_as_text(scripts: &Scripts, call: &Call) -> bool {
    let result = &call.result;
    if result.as_text || result.as_number {
        return false;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let by_member = result
        .member
        .as_deref()
        .is_some_and(|word| OF_TEXT.contains(&word));
    let compared = result.compared.as_ref();
    let by_comparison = compared.is_some_and(|(text, strict)| *strict && is_number(text));
    by_member
        || by_comparison
        || holder(scripts, call).is_some_and(|name| {
            let mut calls = scripts.facts.calls.iter();
            let mut comparisons = scripts.facts.comparisons.iter();
            calls.any(|call| {
                call.receiver == Some(Value::Name(name)) && OF_TEXT.contains(&call.shown())
            }) || comparisons.any(|compared| {
                compared.name == name && compared.strict && is_number(&compared.text)
            })
        })
}
