//! CON008: A page has no title.

use super::documents::documents;
use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page has no title.
    ///
    /// ## Why
    /// Screen readers announce the title first; browser tabs and windows show it.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON008",
        name: "missing-page-title",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 2.4.2 (A)",
        wcag: A,
        mend: "Add a `<title>` that says what the page is about.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in documents(cx) {
        let has_title = page
            .html
            .all("title")
            .any(|title| !title.inside.svg && !title.text.of(&page.text).trim().is_empty());
        if !has_title {
            out.at(Place::file(&page.file), "the page has no title");
        }
    }
}
