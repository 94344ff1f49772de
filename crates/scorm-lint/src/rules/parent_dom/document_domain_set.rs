//! DOM010: A script sets `document.domain`.

use crate::rule::declare_rule;
use crate::script::facts::Access;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script sets `document.domain`.
    ///
    /// ## Why
    /// It was a way to reach windows of sister hosts. Browsers have removed it: the assignment has
    /// no effect or is an error.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// document.domain = "example.com";
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var host = location.hostname;
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM010",
        name: "document-domain-set",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Remove the assignment, and let frames talk by `postMessage`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for chain in &scripts.facts.chains {
        let is_domain = chain.root.is_none() && chain.words.join(".") == "document.domain";
        if is_domain && matches!(chain.access, Access::Assign(_)) {
            let message = "browsers no longer let a page change its domain";
            scripts.report(out, chain, message);
        }
    }
}
