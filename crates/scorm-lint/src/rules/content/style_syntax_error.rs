//! CON025: A style sheet cannot be read to its end as it is meant.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A style sheet cannot be read to its end as it is meant.
    ///
    /// ## Why
    /// Browsers skip up to the next place that they understand, which may be the end of the file: the page
    /// looks different from what its author saw, and nobody is told.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { color: navy;
    /// p { margin: 0 }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// h1 { color: navy; }
    /// p { margin: 0 }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON025",
        name: "style-syntax-error",
        category: Content,
        severity: Warning,
        level: Standard,
        spec: "CSS Syntax Level 3",
        mend: "Mend the style sheet at this place.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for sheet in &cx.styles().sheets {
        for (span, message) in &sheet.faults {
            sheet.report(out, *span, *message);
        }
    }
}
