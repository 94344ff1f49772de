//! CON009: A page does not say which language it is in.

use super::documents::documents;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page does not say which language it is in.
    ///
    /// ## Why
    /// Screen readers choose their voice by it; without it they may read English with the sounds of
    /// another language.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html><head><meta charset="utf-8"><title>Lesson</title></head>
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
        code: "CON009",
        name: "missing-page-language",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 3.1.1 (A)",
        wcag: A,
        mend: r#"Add `lang` with the language of the page to `<html>`, such as `lang="en"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in documents(cx) {
        if let Some(html) = page.html.all("html").next() {
            let language = html.value("lang").or_else(|| html.value("xml:lang"));
            if language.is_none_or(str::is_empty) {
                out.at(page.at(html.span), "the page does not name its language");
            }
        }
    }
}
