//! CON016: A page forbids zooming.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A page forbids zooming.
    ///
    /// ## Why
    /// Learners who need larger text cannot read it on a phone.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><meta name="viewport" content="width=device-width, user-scalable=no"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><meta name="viewport" content="width=device-width"></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON016",
        name: "zoom-disabled",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.4.4 (AA)",
        wcag: Aa,
        mend: "Remove `user-scalable` and `maximum-scale` from the viewport.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        for meta in page
            .html
            .all("meta")
            .filter(|meta| meta.value("name") == Some("viewport"))
        {
            let Some(content) = meta.attribute("content") else {
                continue;
            };
            let value = content.value.to_ascii_lowercase().replace(' ', "");
            let forbids = [
                "user-scalable=no",
                "user-scalable=0",
                "maximum-scale=1.0",
                "maximum-scale=1,",
            ];
            if forbids
                .iter()
                .any(|part| format!("{value},").contains(part))
            {
                out.at(page.at(content.span), "the page cannot be zoomed");
            }
        }
    }
}
