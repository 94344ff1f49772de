//! CON034: The text of a link does not say where it leads.

use super::documents::documents;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The text of a link does not say where it leads.
    ///
    /// ## Why
    /// Who hears the links of a page one by one hears `click here, click here, click here`.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><a href="#leaf">Click here</a></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1><a href="#leaf">About the leaf</a></body></html>
    /// ```
    pub static RULE = {
        code: "CON034",
        name: "link-text-says-nothing",
        category: Accessibility,
        severity: Info,
        level: Pedantic,
        spec: "WCAG 2.2, 2.4.9 (AAA)",
        wcag: Aaa,
        mend: "Write where the link leads instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    const EMPTY: &[&str] = &[
        "click here",
        "here",
        "link",
        "this link",
        "more",
        "read more",
    ];
    for page in documents(cx) {
        for link in page.html.all("a").filter(|link| link.has("href")) {
            let text = link.text.of(&page.text).trim().to_lowercase();
            let has_label = link.has("aria-label") || link.has("aria-labelledby");
            if EMPTY.contains(&text.trim_end_matches('.')) && !has_label {
                out.at(page.at(link.span), format!("this link says only `{text}`"));
            }
        }
    }
}
