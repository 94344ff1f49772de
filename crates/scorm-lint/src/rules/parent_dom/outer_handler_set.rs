//! DOM005: A script sets an event handler of the window around the course.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script sets an event handler of the window around the course.
    ///
    /// ## Why
    /// It replaces the handler of the LMS, stays when the course is gone, and is forbidden across
    /// hosts.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.top.onbeforeunload = function () { return "Really?"; };
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.onbeforeunload = function () { return "Really?"; };
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM005",
        name: "outer-handler-set",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Set the handler on the window of the course instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if used.first().starts_with("on") && used.is_assigned() {
            let message = format!("`{}` replaces the handler of the LMS", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}
