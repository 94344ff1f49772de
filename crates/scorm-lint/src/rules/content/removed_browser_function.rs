//! CON023: A script calls a function that browsers have removed.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script calls a function that browsers have removed.
    ///
    /// ## Why
    /// The call is a script error, and the script stops there.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>var answer = window.showModalDialog("ask.html");</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>var answer = window.prompt("Your name?");</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON023",
        name: "removed-browser-function",
        category: BrowserSupport,
        severity: Warning,
        level: Standard,
        mend: "Replace {1} by what browsers have today, such as `<dialog>` or `fetch`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const REMOVED: &[&str] = &[
        "showModalDialog",
        "showModelessDialog",
        "openDatabase",
        "webkitRequestFileSystem",
    ];
    let scripts = cx.scripts();
    for call in scripts.facts.calls.iter().filter(|call| !call.conditional) {
        let word = call.shown();
        let is_active_x = call.is_new && word == "ActiveXObject";
        if scripts.facts.global(call).is_some() && (is_active_x || REMOVED.contains(&word)) {
            let message = format!("browsers have no `{word}` any more");
            scripts.report(out, call, message);
        }
    }
}
