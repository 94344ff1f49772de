//! API039: The search for the API never looks at the window that opened the page.

use std::collections::HashMap;
use std::rc::Rc;

use super::session;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The search for the API never looks at the window that opened the page.
    ///
    /// ## Why
    /// LMSs also open a course in a window of its own. There the API is in `opener` or above it, and a course that looks only at its parents finds none.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// function find(win) {
    ///   for (var steps = 0; steps < 10 && !win.API_1484_11 && win.parent !== win; steps++) {
    ///     win = win.parent;
    ///   }
    ///   return win.API_1484_11;
    /// }
    /// var api = find(window);
    /// api.Initialize("");
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
    /// function find(win) {
    ///   for (var steps = 0; steps < 10 && !win.API_1484_11 && win.parent !== win; steps++) {
    ///     win = win.parent;
    ///   }
    ///   return win.API_1484_11;
    /// }
    /// var api = find(window) || window.opener && find(window.opener);
    /// api.Initialize("");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API039",
        name: "opener-not-searched",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.2, finding the API",
        mend: "Search `opener` and its parents as well, when no parent has `{API}`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    // Pages share scripts, so each file is looked through once.
    let mut names_opener: HashMap<Rc<str>, bool> = HashMap::new();
    for session in session::complete(cx) {
        let units = &session.launch.scope.units;
        let mut walks = scripts.facts.parent_walks.iter();
        let Some(walk) = walks.find(|walk| units.contains(&walk.unit)) else {
            continue;
        };
        let mut files = units.iter().map(|unit| &scripts.facts.unit(*unit).file);
        let names_opener = files.any(|file| {
            let known = names_opener.entry(file.clone());
            *known.or_insert_with(|| cx.text(file).is_some_and(|text| text.contains("opener")))
        });
        if !names_opener && !session.calls.is_empty() {
            let message = "the parents of the window are searched, and its opener is not";
            scripts.report_once(out, (walk.unit, walk.span), message);
        }
    }
}
