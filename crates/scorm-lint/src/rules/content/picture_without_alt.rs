//! CON010: A picture has no alternative text.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A picture has no alternative text.
    ///
    /// ## Why
    /// Who cannot see the picture learns nothing from it; screen readers read the file name. A
    /// picture that only decorates has an empty `alt`.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png" alt="A cup of tea"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON010",
        name: "picture-without-alt",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.1.1 (A)",
        wcag: A,
        mend: r#"Add `alt` with what the picture says, or `alt=""` if it only decorates."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, element) in elements(cx) {
        let is_picture = match element.name.as_str() {
            "img" | "area" => true,
            "input" => element.value("type") == Some("image"),
            _ => false,
        };
        let named = ["alt", "aria-label", "aria-labelledby", "title"];
        let is_hidden = element.value("role") == Some("presentation")
            || element.value("aria-hidden") == Some("true")
            || element.inside.noscript;
        if is_picture && !is_hidden && !named.iter().any(|name| element.has(name)) {
            out.at(page.at(element.span), "the picture has no `alt`");
        }
    }
}
