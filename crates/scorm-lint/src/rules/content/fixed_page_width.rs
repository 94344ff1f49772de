//! CON033: The page is wider than the screens it is for.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The page is wider than the screens it is for.
    ///
    /// ## Why
    /// On a phone or tablet the learner has to scroll to both sides to read one line.
    ///
    /// ## Example
    /// ```package
    /// //- ?device mobile
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// body { width: 1024px }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?device mobile
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// body { max-width: 1024px }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON033",
        name: "fixed-page-width",
        category: Content,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 1.4.10",
        mend: "Use `max-width` instead, so that the page fits a narrow screen.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if !cx.settings.is_for_small_screens() {
        return;
    }
    for (sheet, rule, declaration) in cx.styles().declarations() {
        let mut parts = rule.selector.split(',').map(str::trim);
        let is_page = parts.any(|part| matches!(part, "body" | "html"));
        let is_width = matches!(declaration.name.as_str(), "width" | "min-width");
        let pixels = declaration.value.strip_suffix("px");
        let pixels: Option<f64> = pixels.and_then(|number| number.trim().parse().ok());
        if let Some(pixels) = pixels.filter(|pixels| is_page && is_width && *pixels > NARROWEST) {
            let message = format!("the page is {pixels} pixels wide on every screen");
            sheet.report(out, declaration.span, message);
        }
    }
}

/// Phones are this wide, as the guidelines see them.
const NARROWEST: f64 = 320.0;
