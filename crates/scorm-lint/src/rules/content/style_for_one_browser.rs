//! CON029: A style uses what only Internet Explorer had.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A style uses what only Internet Explorer had.
    ///
    /// ## Why
    /// All browsers of today skip it: the effect is missing, or was never needed.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { filter: progid:DXImageTransform.Microsoft.Alpha(opacity=50) }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { opacity: .5 }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON029",
        name: "style-for-one-browser",
        category: BrowserSupport,
        severity: Info,
        level: Standard,
        mend: "Replace {1} by what all browsers know.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (sheet, _, declaration) in cx.styles().declarations() {
        let value = declaration.value.to_ascii_lowercase();
        let is_old = value.contains("expression(")
            || value.contains("progid:")
            || matches!(declaration.name.as_str(), "behavior" | "-ms-behavior");
        if is_old {
            let message = format!("`{}: …` works in Internet Explorer only", declaration.name);
            sheet.report(out, declaration.span, message);
        }
    }
}
