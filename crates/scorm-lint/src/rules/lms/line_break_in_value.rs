//! LMS024: A value with a line break is set.

use super::answers::{first_of_each_file, further, sets};
use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::{Call, Value};
use crate::{Findings, LintCx};

declare_rule! {
    /// A value with a line break is set.
    ///
    /// ## Why
    /// OpenOLAT refuses line breaks in `cmi.suspend_data`: the state of the course is lost. Moodle
    /// and LMSs with scorm-again refuse them in descriptions and comments of SCORM 2004.
    /// `JSON.stringify` with an indent makes them too.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.description", "Which one?\nChoose.");
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
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.description", "Which one? Choose.");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS024",
        name: "line-break-in-value",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Write {1} without line breaks.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (cause, is_it) in [
        (
            Cause::LineBreakInState,
            (|element| element == "cmi.suspend_data") as fn(&str) -> bool,
        ),
        (Cause::LineBreakInText, |element| {
            element.ends_with(".description") || element.ends_with(".comment")
        }),
    ] {
        let Some(told) = breaks::told(cx, cause) else {
            continue;
        };
        let scripts = cx.scripts();
        let broken = sets(cx).filter(|used| is_it(&used.element) && has_line_break(scripts, used));
        for (used, count) in first_of_each_file(scripts, broken) {
            let more = further(count);
            let message = format!("`{}` gets a line break{more} ({told})", used.element);
            scripts.report(out, used.at_value(), message);
        }
    }
}

fn has_line_break(scripts: &Scripts, used: &ElementUse) -> bool {
    let Some(argument) = &scripts.api_calls[used.api_call].value else {
        return false;
    };
    if written(&argument.value, 4) {
        return true;
    }
    let span = argument.span;
    scripts.facts.calls_of(used.unit).any(|(_, call)| {
        let is_inside = span.start <= call.span.start && call.span.end <= span.end;
        let is_held = match &argument.value {
            Value::Name(name) => call.result.holder == Some(*name),
            _ => false,
        };
        (is_inside || is_held) && makes_line_breaks(call)
    })
}

/// Does a part that is written in the code hold one?
fn written(value: &Value, depth: u32) -> bool {
    match value {
        Value::Text(text) => text.contains('\n'),
        Value::Parts(values) | Value::Either(values) if depth > 0 => {
            values.iter().any(|value| written(value, depth - 1))
        }
        Value::Repeated(part, _) => written(part, depth.saturating_sub(1)),
        _ => false,
    }
}

/// `JSON.stringify(state, null, 2)`, `lines.join("\n")`.
fn makes_line_breaks(call: &Call) -> bool {
    let argument = |at: usize| call.arguments.get(at).map(|argument| &argument.value);
    match call.shown() {
        "stringify" => match argument(2) {
            Some(Value::Number(indent)) => *indent >= 1.0,
            Some(Value::Text(indent)) => !indent.is_empty(),
            _ => false,
        },
        "join" => matches!(argument(0), Some(Value::Text(between)) if between.contains('\n')),
        _ => false,
    }
}
