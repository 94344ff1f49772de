//! DOM001: A script reads or changes the document of the window around the course.

use super::outer;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script reads or changes the document of the window around the course.
    ///
    /// ## Why
    /// That document belongs to the LMS. Where the course comes from another host the browser
    /// forbids it and the script stops; elsewhere it breaks the pages of the LMS.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// window.parent.document.body.style.overflow = "hidden";
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// document.body.style.overflow = "hidden";
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "DOM001",
        name: "parent-document-access",
        category: ParentDom,
        severity: Error,
        level: Standard,
        mend: "Do without {1}, and keep to the document of the course.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for used in outer::uses(scripts) {
        if used.first() == "document" {
            let message = format!("`{}` is the document of the LMS", used.shown());
            scripts.report(out, used.chain, message);
        }
    }
}
