//! DOM007: A script uses a variable or function of the window around the course that is not the API.

use std::collections::BTreeSet;

use super::outer;
use crate::rule::declare_rule;
use crate::script::facts::UnitId;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script uses a variable or function of the window around the course that is not the API.
    ///
    /// ## Why
    /// Only the API is promised there. What one LMS happens to have, or an older version of the
    /// course had, is missing elsewhere.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.parent.courseProgress = 3;
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.courseProgress = 3;
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM007",
        name: "outer-variable-used",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Ask whether {1} exists before it is used, or do without it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    // What the code asks for first, it does without where it is not there.
    let asked: BTreeSet<(UnitId, &str)> = outer::uses(scripts)
        .filter(|used| used.chain.tested)
        .map(|used| (used.chain.unit, used.first()))
        .collect();
    for used in outer::uses(scripts) {
        let word = used.first();
        let is_known = word.starts_with("API")
            || word.starts_with("on")
            || WINDOW.contains(&word)
            || scripts.defines_global(word)
            || asked.contains(&(used.chain.unit, word));
        if !is_known && used.chain.root.is_none() && !used.chain.in_try {
            let message = format!("`{}` is not something an LMS must have", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}

/// Members that every window has, or that other rules look at.
const WINDOW: &[&str] = &[
    "document",
    "location",
    "close",
    "closed",
    "frames",
    "length",
    "name",
    "postMessage",
    "focus",
    "blur",
    "innerWidth",
    "innerHeight",
    "outerWidth",
    "outerHeight",
    "moveBy",
    "moveTo",
    "print",
    "resizeBy",
    "resizeTo",
    "scroll",
    "scrollBy",
    "scrollTo",
    "stop",
    "history",
    "frameElement",
    "addEventListener",
    "removeEventListener",
    "navigator",
    "screen",
    "opener",
    "parent",
    "top",
    "self",
    "window",
    "console",
    "localStorage",
    "sessionStorage",
];
