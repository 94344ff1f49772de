//! CON015: An element has a positive `tabindex`.

use super::documents::elements;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element has a positive `tabindex`.
    ///
    /// ## Why
    /// It comes before everything else, whatever the page shows first; the order of the keyboard no
    /// longer follows the eye.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><button type="button" tabindex="3">Next</button></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><button type="button">Next</button></body></html>
    /// ```
    pub static RULE = {
        code: "CON015",
        name: "positive-tabindex",
        category: Accessibility,
        severity: Info,
        level: Strict,
        spec: "WCAG 2.2, 2.4.3 (A)",
        wcag: A,
        mend: "Remove `tabindex`, and put the elements into the order in which they are used.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (page, element) in elements(cx) {
        if let Some(attribute) = element.attribute("tabindex")
            && let Ok(order) = attribute.value.trim().parse::<i32>()
            && order > 0
        {
            let message = "a positive `tabindex` changes the order";
            out.at(page.at(attribute.span), message);
        }
    }
}
