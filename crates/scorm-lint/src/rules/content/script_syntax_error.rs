//! CON004: A script is not valid JavaScript.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script is not valid JavaScript.
    ///
    /// ## Why
    /// The browser throws the whole script away: none of its functions exist.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function start( { }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>function start() { }</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON004",
        name: "script-syntax-error",
        category: Content,
        severity: Error,
        level: Standard,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for (unit, id) in scripts.units() {
        let Some((error, span)) = &unit.syntax_error else {
            continue;
        };
        let mut launches = scripts.launches.iter();
        if launches.any(|launch| launch.scope.units.contains(&id)) {
            let message = format!("the script cannot be read: {error}");
            scripts.report(out, (id, *span), message);
        }
    }
}
