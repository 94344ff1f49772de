//! SEC004: A script runs text as code.

use crate::rule::declare_rule;
use crate::script::facts::Callee;
use crate::script::names::Name;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script runs text as code.
    ///
    /// ## Why
    /// If that text ever comes from an address, a message or the LMS, somebody else decides what
    /// the course does. Policies of many servers forbid it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function run(text) { return eval(text); }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function read(text) { return JSON.parse(text); }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC004",
        name: "code-from-data",
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
        let Callee::Name(name) = &call.callee else {
            continue;
        };
        let is_global = matches!(scripts.facts.names.name(*name), Name::Global(_));
        let runs_text = match call.word.as_deref() {
            Some("eval") => !call.is_new,
            Some("Function") => call.argument_count > 0,
            Some("execScript") => true,
            _ => false,
        };
        let from_data = call
            .arguments
            .last()
            .is_some_and(|argument| scripts.flow.text(&scripts.facts, &argument.value).is_none());
        if is_global && runs_text && from_data && !scripts.flow.is_assigned(*name) {
            scripts.report(
                out,
                call.unit,
                call.span,
                "text from elsewhere is run as code",
            );
        }
    }
}
