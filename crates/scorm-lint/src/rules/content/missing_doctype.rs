//! CON018: A page has no `<!DOCTYPE html>`.

use super::documents::documents;
use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page has no `<!DOCTYPE html>`.
    ///
    /// ## Why
    /// Browsers then imitate the browsers of the nineties: boxes, fonts and tables have other sizes
    /// than the author expects.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
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
        code: "CON018",
        name: "missing-doctype",
        category: Content,
        severity: Info,
        level: Strict,
        mend: "Begin the page with `<!DOCTYPE html>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in documents(cx).filter(|page| !page.html.has_doctype) {
        out.at(Place::file(&page.file), "the page has no doctype");
    }
}
