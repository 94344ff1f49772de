//! CON017: A page with letters beyond ASCII does not say how they are encoded.

use super::documents::documents;
use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page with letters beyond ASCII does not say how they are encoded.
    ///
    /// ## Why
    /// The browser guesses, and differently in different countries: accents, dashes and quotes
    /// become wrong characters.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><title>Lesson</title></head>
    /// <body><h1>Café</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Café</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON017",
        name: "missing-charset",
        category: Content,
        severity: Warning,
        level: Standard,
        mend: r#"Add `<meta charset="utf-8">` as the first element of `<head>`, and save the page as UTF-8."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in documents(cx) {
        let declares = page.html.all("meta").any(|meta| {
            meta.has("charset")
                || meta
                    .value("content")
                    .is_some_and(|content| content.to_ascii_lowercase().contains("charset"))
        });
        let is_xml = page.text.trim_start().starts_with("<?xml");
        if !declares && !is_xml && !page.text.is_ascii() {
            out.at(
                Place::file(&page.file),
                "the page does not name its encoding",
            );
        }
    }
}
