//! DOM004: A script reads the address of the window around the course.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script reads the address of the window around the course.
    ///
    /// ## Why
    /// Where the course comes from another host than the LMS the browser forbids it, and the script
    /// stops with an error.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var lms = window.top.location.href;
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var own = window.location.href;
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM004",
        name: "outer-location-read",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Use the `location` of the page itself instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if used.first() == "location" && !used.changes_location() && !used.chain.in_try {
            let message = format!("`{}` is the address of the LMS", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}
