//! CON020: Two elements of a page have the same id.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use std::collections::BTreeSet;

declare_rule! {
    /// Two elements of a page have the same id.
    ///
    /// ## Why
    /// Scripts, labels and links reach only the first.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><p id="a">One</p><p id="a">Two</p></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><p id="a">One</p><p id="b">Two</p></body></html>
    /// ```
    pub static RULE = {
        code: "CON020",
        name: "duplicate-element-id",
        category: Content,
        severity: Info,
        level: Strict,
        mend: "Give one of the two elements another id than {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for page in &cx.scripts().pages {
        let mut seen = BTreeSet::new();
        let elements = page.html.elements.iter();
        for element in elements.filter(|element| !element.inside.template) {
            if let Some(id) = element.attribute("id").filter(|id| !id.value.is_empty())
                && !seen.insert(id.value.as_str())
            {
                let message = format!("the id `{}` is used before", id.value);
                out.at(page.at(id.span), message);
            }
        }
    }
}
