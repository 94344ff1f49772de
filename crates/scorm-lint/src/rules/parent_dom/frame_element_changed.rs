//! DOM008: A script changes the frame that the LMS shows the course in.

use crate::rule::declare_rule;
use crate::script::facts::Access;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script changes the frame that the LMS shows the course in.
    ///
    /// ## Why
    /// Size and style of the frame belong to the LMS. Across hosts `frameElement` is null, and the
    /// script stops with an error.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.frameElement.style.height = "100%";
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// document.documentElement.style.height = "100%";
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM008",
        name: "frame-element-changed",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Leave {1} alone, and fit the page into its frame.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for chain in &scripts.facts.chains {
        let is_frame = chain.root.is_none() && chain.words[0].as_ref() == "frameElement";
        let acts = chain.access != Access::Read;
        if is_frame && acts && chain.words.len() > 1 && scripts.outer_units.contains(&chain.unit) {
            let message = format!("`{}` belongs to the page of the LMS", chain.words.join("."));
            scripts.report(out, chain, message);
        }
    }
}
