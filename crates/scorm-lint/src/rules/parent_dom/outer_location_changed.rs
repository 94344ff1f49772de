//! DOM002: A script sends the window around the course to another address.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script sends the window around the course to another address.
    ///
    /// ## Why
    /// The whole LMS disappears, with the session of the course in it: nothing is stored.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// function leave() { window.top.location.href = "end.html"; }
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// function leave() { window.location.href = "end.html"; }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM002",
        name: "outer-location-changed",
        category: ParentDom,
        severity: Error,
        level: Standard,
        mend: r#"Remove {1}, and call `{Terminate}("")` when the course is done."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if used.changes_location() && !used.chain.guarded_by_top {
            let message = format!("`{}` sends the window of the LMS away", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}
