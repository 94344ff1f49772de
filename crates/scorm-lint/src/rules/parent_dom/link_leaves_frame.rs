//! DOM009: A link or form of a launched page opens in the window around the course.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A link or form of a launched page opens in the window around the course.
    ///
    /// ## Why
    /// It replaces the page of the LMS, and the session ends without being stored.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1><a href="more.html" target="_top">More</a>
    /// </body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1><a href="more.html" target="_blank" rel="noopener">More</a>
    /// </body></html>
    /// ```
    pub static RULE = {
        code: "DOM009",
        name: "link-leaves-frame",
        category: ParentDom,
        severity: Warning,
        level: Standard,
        mend: "Write `_blank` or `_self` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for page in &scripts.pages {
        let is_launched = scripts.is_launched(page);
        for element in &page.html.elements {
            let Some(target) = element.attribute("target") else {
                continue;
            };
            let value = target.value.trim().to_ascii_lowercase();
            if value == "_top" || value == "_parent" && is_launched {
                let message = format!("`{value}` is the window of the LMS");
                out.at(page.at(target.span), message);
            }
        }
    }
}
