//! DOM006: A script moves, resizes, prints or closes the window around the course.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script moves, resizes, prints or closes the window around the course.
    ///
    /// ## Why
    /// The window belongs to the LMS and the learner. Browsers refuse it in most cases; where they
    /// do not, the LMS is gone.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// function leave() { window.top.close(); }
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// function leave() { window.close(); }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM006",
        name: "outer-window-controlled",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Remove {1}, and leave the window to the LMS.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const ACTS: &[&str] = &[
        "close", "moveBy", "moveTo", "print", "resizeBy", "resizeTo", "scroll", "scrollBy",
        "scrollTo", "stop", "history",
    ];
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if ACTS.contains(&used.first()) && used.is_called() {
            let message = format!("`{}` acts on the window of the LMS", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}
