//! CON028: A style takes the mark of the keyboard focus away.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A style takes the mark of the keyboard focus away.
    ///
    /// ## Why
    /// Who works with the keyboard cannot see where they are. Give the element another mark instead.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// button:focus { outline: none }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// button:focus { outline: none; box-shadow: 0 0 0 3px navy }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "CON028",
        name: "focus-outline-removed",
        category: Accessibility,
        severity: Warning,
        level: Standard,
        spec: "WCAG 2.2, 2.4.7 (AA)",
        wcag: Aa,
        mend: "Remove the declaration from {1}, or give the focus another mark that can be seen.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let marks = [
        "border",
        "box-shadow",
        "background",
        "text-decoration",
        "color",
    ];
    for (sheet, rule) in cx.styles().rules() {
        let Some(outline) = rule.declaration("outline") else {
            continue;
        };
        let is_removed = matches!(outline.value.as_str(), "none" | "0" | "0px");
        let is_focus = rule.selector.contains(":focus") && !rule.selector.contains(":not(");
        let mut declarations = rule.declarations.iter();
        let is_marked = declarations
            .any(|declaration| marks.iter().any(|mark| declaration.name.starts_with(mark)));
        if is_removed && is_focus && !is_marked {
            let message = format!("`{}` takes the focus mark away", rule.selector);
            sheet.report(out, outline.span, message);
        }
    }
}
