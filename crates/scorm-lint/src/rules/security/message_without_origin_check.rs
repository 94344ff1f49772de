//! SEC007: A script takes messages from other windows without looking where they come from.

use crate::rule::declare_rule;
use crate::script::facts::{Callee, Value};
use crate::script::names::Name;
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
        versions: ALL,
        adl: [],
        spec: "",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in &scripts.facts.calls {
        let is_listener = matches!(call.word.as_deref(), Some("addEventListener"));
        let [event, handler, ..] = call.arguments.as_slice() else {
            continue;
        };
        if !is_listener || event.value != Value::Text("message".into()) {
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
        let is_window = matches!(&call.callee, Callee::Name(name) if matches!(scripts.facts.names.name(*name), Name::Global(_)));
        if is_window && !functions.is_empty() && !checks {
            scripts.report(
                out,
                call.unit,
                call.span,
                "messages of any sender are taken",
            );
        }
    }
}
