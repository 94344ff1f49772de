//! API036: The API is looked for in one window only.

use super::session;
use crate::rule::declare_rule;
use crate::rules::lms::breaks::{self, Cause};
use crate::{Findings, LintCx};

declare_rule! {
    /// The API is looked for in one window only.
    ///
    /// ## Why
    /// LMSs put it into the parent, a window further up, or the window that opened the course. A
    /// course that looks only at `parent` or `top` works in one LMS and not in the next.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.top.API_1484_11;
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
    /// var win = window;
    /// while (!win.API_1484_11 && win.parent !== win) {
    ///   win = win.parent;
    /// }
    /// var api = win.API_1484_11;
    /// if (api) {
    ///   api.Initialize("");
    ///   api.Terminate("");
    /// }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API036",
        name: "api-sought-in-one-window",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.3, finding the API",
        mend: "Go up from window to `parent` until one has `{API}`, and do the same from `opener`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::complete(cx) {
        let units = &session.launch.scope.units;
        let walks = scripts
            .facts
            .parent_walks
            .iter()
            .any(|walk| units.contains(&walk.unit));
        let recurses = scripts.walks_by_recursion(units);
        let vendor = units.iter().any(|unit| scripts.is_vendor(*unit));
        if walks || recurses || vendor || session.calls.is_empty() {
            continue;
        }
        let looks = scripts.facts.chains.iter().find(|chain| {
            let last = chain.words.last().map(AsRef::as_ref);
            units.contains(&chain.unit)
                && chain.root.is_none()
                && matches!(last, Some("API" | "API_1484_11"))
                && matches!(chain.words[0].as_ref(), "parent" | "top" | "opener")
        });
        if let Some(chain) = looks {
            let also = match chain.words[0].as_ref() {
                "opener" => breaks::also(cx, Cause::OpenerEmpty),
                _ => String::new(),
            };
            let message = format!("the API is looked for here and in no window further up{also}");
            scripts.report_once(out, chain, message);
        }
    }
}
