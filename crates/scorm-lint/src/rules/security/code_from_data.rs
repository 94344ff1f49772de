//! SEC004: A script runs text as code.

use crate::rule::declare_rule;
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
        mend: "Read data by `JSON.parse`, and call functions directly.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in &scripts.facts.calls {
        let Some((name, _)) = scripts.facts.global(call) else {
            continue;
        };
        let runs_text = match call.shown() {
            "eval" => !call.is_new,
            "Function" => call.argument_count > 0,
            "execScript" => true,
            _ => false,
        };
        let from_data = || {
            let last = call.arguments.last();
            last.is_some_and(|last| scripts.flow.text(&scripts.facts, &last.value).is_none())
        };
        if runs_text && from_data() && !scripts.flow.is_assigned(name) {
            scripts.report(out, call, "text from elsewhere is run as code");
        }
    }
}
