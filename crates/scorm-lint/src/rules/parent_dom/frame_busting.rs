//! DOM003: A page breaks out of its frame.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page breaks out of its frame.
    ///
    /// ## Why
    /// LMSs show courses in frames. A page that replaces the topmost window by itself throws the
    /// LMS away, and finds no API any more.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// if (top !== self) {
    ///   top.location = self.location;
    /// }
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// if (top === self) {
    ///   document.title = "Preview";
    /// }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM003",
        name: "frame-busting",
        category: ParentDom,
        severity: Error,
        level: Standard,
        mend: "Remove the code that leaves the frame, since an LMS shows courses in one.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if used.changes_location() && used.chain.guarded_by_top {
            let message = "the page breaks out of the frame of the LMS";
            scripts.report(out, used.chain, message);
        }
    }
}
