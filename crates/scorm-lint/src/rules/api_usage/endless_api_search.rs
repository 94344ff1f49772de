//! API007: The loop that looks for the API never stops when there is none.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The loop that looks for the API never stops when there is none.
    ///
    /// ## Why
    /// The topmost window is its own parent. Without the API, as in a preview or after a change of
    /// the LMS, the loop hangs the browser.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var win = window;
    /// while (!win.API_1484_11) {
    ///   win = win.parent;
    /// }
    /// win.API_1484_11.Initialize("");
    /// win.API_1484_11.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var win = window;
    /// while (!win.API_1484_11 && win.parent !== win) {
    ///   win = win.parent;
    /// }
    /// if (win.API_1484_11) {
    ///   win.API_1484_11.Initialize("");
    ///   win.API_1484_11.Terminate("");
    /// }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API007",
        name: "endless-api-search",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.3, finding the API",
        mend: "End the search after a number of steps, and where a window is its own parent.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for walk in scripts
        .facts
        .parent_walks
        .iter()
        .filter(|walk| !walk.limited)
    {
        let message = "this loop goes up the windows and has no end where there is no API";
        scripts.report(out, (walk.unit, walk.span), message);
    }
}
