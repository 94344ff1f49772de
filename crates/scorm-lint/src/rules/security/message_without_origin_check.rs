//! SEC007: A script takes messages from other windows without looking where they come from.

use crate::rule::declare_rule;
use crate::script::facts::Value;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script takes messages from other windows without looking where they come from.
    ///
    /// ## Why
    /// Any page that opens or frames the course can send it commands.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>window.addEventListener("message", function (event) { show(event.data); });</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>window.addEventListener("message", function (event) { if (event.origin === location.origin) { show(event.data); } });</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC007",
        name: "message-without-origin-check",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Compare `event.origin` with the expected sender before the message is used.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.facts.calls_named("addEventListener") {
        let [event, handler, ..] = call.arguments.as_slice() else {
            continue;
        };
        let is_window = scripts.facts.global(call).is_some();
        if !is_window || event.value != Value::Text("message".into()) {
            continue;
        }
        let functions = scripts.flow.functions(&handler.value);
        let checks = functions.iter().any(|function| {
            let function = scripts.facts.function(*function);
            let unit = scripts.facts.unit(function.unit);
            let text = cx.text(&unit.file).unwrap_or_default();
            let code = unit.in_file(function.span).of(&text);
            ["origin", "source"].iter().any(|word| code.contains(word))
        });
        if !functions.is_empty() && !checks {
            scripts.report(out, call, "messages of any sender are taken");
        }
    }
}
