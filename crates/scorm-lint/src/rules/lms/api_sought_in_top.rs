//! LMS028: The API is looked for in the top window, which may belong to another site.

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The API is looked for in the top window, which may belong to another site.
    ///
    /// ## Why
    /// SAP SuccessFactors and Open edX show the LMS itself inside a page of another site. Looking
    /// into that window throws, and a course that does so before it looks at its parents never
    /// finds the API.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = window.top.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var win = window;
    /// while (!win.API_1484_11 && win.parent !== win) {
    ///   win = win.parent;
    /// }
    /// var api = win.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS028",
        name: "api-sought-in-top",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Go up from `window` to `parent` until one has {1}, and look no further.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::TopOfAnotherSite) else {
        return;
    };
    let scripts = cx.scripts();
    for chain in &scripts.facts.chains {
        let [first, member, ..] = chain.words.as_slice() else {
            continue;
        };
        let is_api = matches!(member.as_ref(), "API" | "API_1484_11");
        let is_safe = chain.in_try || chain.conditional;
        if chain.root.is_none() && first.as_ref() == "top" && is_api && !is_safe {
            let message = format!("`{member}` is looked for in the top window ({told})");
            if !out.has(&scripts.place(chain)) {
                scripts.report(out, chain, message);
            }
        }
    }
}
