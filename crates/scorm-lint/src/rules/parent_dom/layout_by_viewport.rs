//! DOM011: A style places things by the size of the window.

use crate::rule::declare_rule;
use crate::style::Declaration;
use crate::{Findings, LintCx};

declare_rule! {
    /// A style places things by the size of the window.
    ///
    /// ## Why
    /// In an LMS the window is a frame. Where the LMS makes the frame as high as its content, units of the
    /// viewport grow without end, and what is fixed hides the course or is never seen.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// main { height: 100vh }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title>
    /// <meta name="viewport" content="width=device-width"><style>
    /// main { height: 100% }
    /// </style></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "DOM011",
        name: "layout-by-viewport",
        category: ParentDom,
        severity: Info,
        level: Pedantic,
        mend: "Use lengths that go by the content or its parent, so that the page fits its frame.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for sheet in &cx.styles().sheets {
        let declarations = || sheet.rules.iter().flat_map(|rule| &rule.declarations);
        let by_viewport: Vec<&Declaration> = declarations()
            .filter(|declaration| is_by_viewport(declaration))
            .collect();
        if let Some(first) = by_viewport.first() {
            let message = match by_viewport.len() {
                1 => "this goes by the window, which is a frame of the LMS".to_owned(),
                count => format!("{count} declarations go by the window, a frame of the LMS"),
            };
            sheet.report(out, first.span, message);
        }
    }
}

fn is_by_viewport(declaration: &Declaration) -> bool {
    if declaration.name == "position" {
        return declaration.value == "fixed";
    }
    let is_height = declaration.name.ends_with("height");
    let mut words = declaration.value.split([' ', '(', ')', ',']);
    is_height
        && words.any(|word| {
            let number = word.strip_suffix("vh").unwrap_or_default();
            !number.is_empty() && number.parse::<f64>().is_ok()
        })
}
