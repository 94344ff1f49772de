//! SEC008: A script sends a message to whichever page is in the other window.

use crate::rule::declare_rule;
use crate::script::facts::Value;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script sends a message to whichever page is in the other window.
    ///
    /// ## Why
    /// With `*` as the target the message goes to whoever is there, also to a page that should not
    /// know it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>window.parent.postMessage({ page: 3 }, "*");</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>window.parent.postMessage({ page: 3 }, location.origin);</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC008",
        name: "message-to-anybody",
        category: Security,
        severity: Info,
        level: Strict,
        mend: "Name the origin of the receiver instead of `*`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.facts.calls_named("postMessage") {
        if let Some(target) = call.arguments.get(1)
            && target.value == Value::Text("*".into())
        {
            scripts.report(
                out,
                (call.unit, target.span),
                "the message goes to any page",
            );
        }
    }
}
